'use client'
import { AlertCircle, File as FileIcon, RotateCcw, X } from 'lucide-react'
import type { CardFile } from './file-cards.tsx'
import { IconButton } from './icon-button.tsx'

type OnItsWay = { key: string; name: string; size: number; sent: number; failed: string | null }

type Props = {
  files: readonly CardFile[]
  uploads: readonly OnItsWay[]
  onRemove: (key: string) => void
  onRetry: (key: string) => void
  onCancel: (key: string) => void
}

/** The files of something that is being written, and those still on their way. */
export function AttachTray({ files, uploads, onRemove, onRetry, onCancel }: Props) {
  if (files.length + uploads.length === 0) return null
  return (
    <ul aria-label="Attached files" className="flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.key} className={CHIP}>
          <Thumbnail file={file} />
          <Words name={file.name} below={file.words} />
          <IconButton className="shrink-0" label={`Remove ${file.name}`} onClick={() => onRemove(file.key)}>
            <X size={15} aria-hidden />
          </IconButton>
        </li>
      ))}
      {uploads.map((upload) => (
        <li key={upload.key} className={CHIP}>
          {upload.failed === null ? (
            <FileIcon size={20} aria-hidden className="mx-2 shrink-0 text-muted" />
          ) : (
            <AlertCircle size={20} aria-hidden className="mx-2 shrink-0 text-danger" />
          )}
          {upload.failed === null ? <Progress upload={upload} /> : <Failure name={upload.name} words={upload.failed} />}
          {upload.failed !== null && (
            <IconButton className="shrink-0" label={`Try ${upload.name} again`} onClick={() => onRetry(upload.key)}>
              <RotateCcw size={15} aria-hidden />
            </IconButton>
          )}
          <IconButton
            className="shrink-0"
            label={upload.failed === null ? `Cancel the upload of ${upload.name}` : `Remove ${upload.name}`}
            onClick={() => onCancel(upload.key)}
          >
            <X size={15} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

const CHIP = 'flex max-w-full items-center gap-1 rounded-base border border-line bg-surface py-1 pr-1 pl-1.5'

function Thumbnail({ file: { image } }: { file: CardFile }) {
  if (!image) return <FileIcon size={20} aria-hidden className="mx-2 shrink-0 text-brass" />
  return (
    // oxlint-disable-next-line nextjs/no-img-element
    <img src={image.preview} alt="" width={36} height={36} className="size-9 shrink-0 rounded-small object-cover" />
  )
}

const Words = ({ name, below }: { name: string; below: string }) => (
  <span className="min-w-0 px-1">
    <span className="block max-w-48 truncate leading-snug" dir="auto">
      {name}
    </span>
    <span className="block truncate text-small leading-snug text-muted tabular-nums">{below}</span>
  </span>
)

function Progress({ upload: { name, size, sent } }: { upload: OnItsWay }) {
  const percent = size === 0 ? 0 : Math.min(100, Math.floor((sent / size) * 100))
  return (
    <span className="min-w-36 px-1">
      <span className="block max-w-48 truncate leading-snug" dir="auto">
        {name}
      </span>
      <progress
        aria-label={`Upload of ${name}`}
        value={percent}
        max={100}
        className="block h-1.5 w-full overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-brass [&::-moz-progress-bar]:bg-brass"
      />
      <span className="block text-small leading-snug text-muted tabular-nums">
        {percent < 100 ? `${percent} %` : 'Being looked at…'}
      </span>
    </span>
  )
}

function Failure({ name, words }: { name: string; words: string }) {
  return (
    <span role="alert" className="max-w-72 min-w-0 px-1">
      <span className="block truncate leading-snug" dir="auto">
        {name}
      </span>
      <span className="block text-small leading-snug text-danger">{words}</span>
    </span>
  )
}
