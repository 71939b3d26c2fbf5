'use client'
import { useState } from 'react'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { SeriesView } from '#server/protocol/series-view.ts'
import { useSeries } from '#app/_client/react/use-series.ts'
import { failureWords } from '#app/_client/words.ts'
import { Dialog } from '#app/_ui/dialog.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { EditFollowingDialog } from './series-dialogs.tsx'

type Props = {
  scheduled: ScheduledView
  name: string
  /** What stands in its editor. */
  text: string
  /** As they were changed there; not given: they stay. */
  files: AttachedFile[] | undefined
  onClose: () => void
  onDone: () => void
}

const TITLE = 'Edit this and all following'

/** Text, time and rule of the series from one of its messages on. */
export function FollowingDialog({ scheduled, name, text, files, onClose, onDone }: Props) {
  const { series, error, retry } = useSeries()
  // What a person began with; what has become of it since is told when they save.
  const [opened, setOpened] = useState<SeriesView | null>(null)
  const latest = series?.find(({ id }) => id === scheduled.seriesId)
  if (latest && !opened) setOpened(latest)
  if (opened && scheduled.seriesDay) {
    return (
      <EditFollowingDialog
        title={TITLE}
        series={opened}
        latest={latest ?? opened}
        name={name}
        from={{ day: scheduled.seriesDay, ...(text === scheduled.text ? {} : { text }), ...(files && { files }) }}
        onClose={onClose}
        onDone={onDone}
      />
    )
  }
  return (
    <Dialog open onClose={onClose} title={TITLE}>
      {error || series ? (
        <ErrorPanel
          title="The repeating message could not be loaded"
          reason={error ? failureWords(error) : 'It is not there any more, or no longer yours to change.'}
          onRetry={retry}
        />
      ) : (
        <SkeletonRows rows={3} label="Loading the repeating message" />
      )}
    </Dialog>
  )
}
