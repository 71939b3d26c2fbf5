'use client'
import { useId, useRef, useState, useEffect, type KeyboardEvent } from 'react'
import { filesOf } from '#server/domain/files/attached-file.ts'
import type { FileId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useNames } from '#app/_client/react/use-names.ts'
import { useShownText } from '#app/_client/react/use-shown-text.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { errorWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { FIELD_LOOK } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { countdown, span } from '#app/_ui/span-text.ts'
import { moment } from '#app/_ui/time-text.ts'
import { useTick } from '#app/_ui/use-tick.ts'
import { useCopy } from '#app/_ui/use-copy.ts'
import { conflictWith, type EditConflict } from './edit-conflict.ts'
import { LAST_MINUTE_MS, LastMinute } from './last-minute.tsx'
import { EditFiles } from './edit-files.tsx'
import type { Edit } from './use-edits.ts'
import type { Outcome } from './use-scheduled-actions.ts'

type Props = {
  edit: Edit
  current: ScheduledView
  onChange: (edit: Edit) => void
  onClose: () => void
  /** @param fileIds not given: they stay */
  onSave: (version: number, text: string, fileIds?: FileId[]) => Promise<Outcome | null>
  onHold: () => Promise<Outcome | null>
  onScheduleAsNew: () => void
  /** Of a series: takes what is typed to all that follow, too. */
  onFollowing: () => void
}

/** Edits the text in place while the message stays armed. Whatever happens to it meanwhile, what was typed stays. */
export function RowEditor({ edit, current, onChange, onClose, onSave, onHold, onScheduleAsNew, onFollowing }: Props) {
  const id = useId()
  const names = useNames()
  const now_ms = useTick(serverNow, 1000)
  const field = useRef<HTMLTextAreaElement>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ words: string; conflict: boolean } | null>(null)
  const conflict = conflictWith(edit.base, current, now_ms)
  const [uploading, setUploading] = useState(false)
  const files = edit.files ?? filesOf(edit.base.payload)
  const changed = edit.text !== current.text || edit.files !== undefined || uploading
  useEffect(() => {
    const el = field.current
    const before = document.activeElement
    const scroller = el?.closest('.scroll-calm')
    const stood = scroller?.scrollTop ?? 0
    // By hand, as little as is needed: the browser would bring the field to the middle.
    el?.focus({ preventScroll: true })
    el?.scrollIntoView({ block: 'nearest' })
    const moved = scroller?.scrollTop
    el?.setSelectionRange(el.value.length, el.value.length)
    // Once it is closed and the button that opened it works again; not if the focus has gone elsewhere by itself.
    return () =>
      void requestAnimationFrame(() => {
        // The view is where it was, unless somebody has scrolled since (K121).
        if (scroller && scroller.scrollTop === moved) scroller.scrollTop = stood
        giveFocusBack(before)
      })
  }, [])

  const left_ms = current.sendAt * 1000 - now_ms

  const save = async (version: number) => {
    if (!changed) return onClose()
    return finish(() =>
      onSave(
        version,
        edit.text,
        edit.files?.map((file) => file.id),
      ),
    )
  }
  const finish = async (take: () => Promise<Outcome | null>) => {
    setBusy(true)
    const outcome = await take()
    setBusy(false)
    if (!outcome) return
    if ('done' in outcome) return onClose()
    setRefused({
      words: outcome.refused,
      conflict: outcome.code === 'edit_conflict' || (outcome.code?.startsWith('already_') ?? false),
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !changed) onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !conflict && !uploading)
      void save(edit.base.version)
  }
  return (
    <div className="mt-2 flex flex-col gap-2">
      <label htmlFor={id} className="text-small font-medium text-muted tabular-nums">
        Editing{!conflict && ` – still due in ${dueIn(current, now_ms)}`}
      </label>
      <textarea
        ref={field}
        id={id}
        aria-label="Text of the scheduled message"
        dir="auto"
        rows={Math.min(12, Math.max(3, edit.text.split('\n').length + 1))}
        value={names.toField(edit.text)}
        onChange={(event) => onChange({ ...edit, text: names.toStored(event.target.value) })}
        onKeyDown={onKeyDown}
        className={`${FIELD_LOOK} py-2`}
      />
      <EditFiles
        place={`scheduled:${current.id}`}
        files={files}
        onChange={(next) => onChange({ ...edit, files: next })}
        onBusy={setUploading}
      />
      {conflict ? (
        <ConflictPanel
          conflict={conflict}
          edit={edit}
          current={current}
          busy={busy}
          onSaveMine={() => void save(current.version)}
          onClose={onClose}
          onScheduleAsNew={onScheduleAsNew}
        />
      ) : (
        <>
          {refused && !refused.conflict && (
            <p role="alert" className="text-danger">
              {refused.words}
            </p>
          )}
          {left_ms <= LAST_MINUTE_MS && current.canCancel && (
            <LastMinute left_ms={left_ms} changed={changed} busy={busy} onHold={() => void finish(onHold)} />
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              look="primary"
              busy={busy}
              disabled={(edit.text.trim() === '' && files.length === 0) || uploading}
              onClick={() => void save(edit.base.version)}
            >
              Save
            </Button>
            <Button onClick={onClose}>Discard changes</Button>
          </div>
          {current.seriesDay && (
            <p className="flex flex-wrap items-center gap-x-1 text-small text-muted">
              It repeats: this changes only this message.
              <Button look="quiet" className="px-2 text-small" disabled={uploading} onClick={onFollowing}>
                This and all following…
              </Button>
            </p>
          )}
        </>
      )}
    </div>
  )
}

type PanelProps = {
  conflict: EditConflict
  edit: Edit
  current: ScheduledView
  busy: boolean
  onSaveMine: () => void
  onClose: () => void
  onScheduleAsNew: () => void
}

function ConflictPanel({ conflict, edit, current, busy, onSaveMine, onClose, onScheduleAsNew }: PanelProps) {
  const style = useTimeStyle()
  const copy = useCopy()
  const shown = useShownText()
  const sentAt =
    conflict === 'already_sent' && current.sentAt_ms !== null
      ? ` It went out on ${moment(current.sentAt_ms, style, current.sentAt_ms)}.`
      : ''
  return (
    <div role="alert" className="rounded-base bg-warn-soft px-3.5 py-3">
      <p className="font-medium">
        {errorWords(conflict)}
        {sentAt}
      </p>
      {conflict === 'edit_conflict' && (
        <p className="mt-1">
          It now reads <q className="wrap-anywhere">{shortened(shown(current.text))}</q>, due{' '}
          {moment(current.sendAt * 1000, { ...style, zone: current.zone }, serverNow())}.
        </p>
      )}
      <p className="mt-1 text-muted">What you typed is kept here until you decide.</p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        {conflict === 'edit_conflict' && (
          <Button look="primary" busy={busy} onClick={onSaveMine}>
            Save mine instead
          </Button>
        )}
        {conflict !== 'edit_conflict' && <Button onClick={onScheduleAsNew}>Schedule mine as a new message</Button>}
        <Button onClick={() => void copy(edit.text, 'Your text is copied.')}>Copy my text</Button>
        <Button look="quiet" onClick={onClose}>
          Discard mine
        </Button>
      </div>
    </div>
  )
}

function giveFocusBack(to: Element | null): void {
  if (document.activeElement === document.body && to instanceof HTMLElement && to.isConnected)
    to.focus({ preventScroll: true })
}

function dueIn(current: ScheduledView, now_ms: number): string {
  const left_ms = current.sendAt * 1000 - now_ms
  return left_ms < 3_600_000 ? countdown(left_ms) : span(left_ms)
}

const shortened = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text)
