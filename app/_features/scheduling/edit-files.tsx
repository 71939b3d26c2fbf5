'use client'
import { Paperclip } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import { MAX_FILES_PER_MESSAGE } from '#server/domain/files/limits.ts'
import { useAttaching } from '#app/_client/react/use-attaching.ts'
import { AttachTray } from '#app/_ui/attach-tray.tsx'
import { Button } from '#app/_ui/button.tsx'

type Props = {
  /** Of the message that is edited. */
  place: string
  files: readonly AttachedFile[]
  onChange: (files: AttachedFile[]) => void
  /** Whether something is still on its way: until then the files are not what they are meant to be. */
  onBusy: (busy: boolean) => void
}

/** Takes files out of what is scheduled, and puts others in. */
export function EditFiles({ place, files, onChange, onBusy }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef({ files, onChange })
  latest.current = { files, onChange }
  const onAdd = useCallback((file: AttachedFile) => {
    latest.current.onChange([...latest.current.files, file])
  }, [])
  const onFiles = useCallback((next: AttachedFile[]) => latest.current.onChange(next), [])
  const attaching = useAttaching({ place, files, onAdd, onFiles })
  const [tooMany, setTooMany] = useState(0)
  const busy = attaching.uploads.length > 0
  useEffect(() => {
    onBusy(busy)
    return () => onBusy(false)
  }, [busy, onBusy])
  return (
    <div className="flex flex-col items-start gap-2">
      <AttachTray
        files={attaching.shown}
        uploads={attaching.uploads}
        onRemove={attaching.remove}
        onRetry={attaching.retry}
        onCancel={attaching.cancel}
      />
      <Button look="quiet" className="gap-1.5 px-2 text-small text-muted" onClick={() => input.current?.click()}>
        <Paperclip size={15} aria-hidden />
        Attach files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-attach
        onChange={({ currentTarget }) => {
          setTooMany(attaching.add([...(currentTarget.files ?? [])]))
          currentTarget.value = ''
        }}
      />
      {tooMany > 0 && (
        <p role="alert" className="text-danger">
          A message holds {MAX_FILES_PER_MESSAGE} files: {tooMany} of them were left out.
        </p>
      )}
    </div>
  )
}
