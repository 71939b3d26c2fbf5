'use client'
import { Download, File as FileIcon, FileX } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from './lazy-part.tsx'

const ImageViewer = lazyPart(() => import('./image-viewer.tsx').then((m) => m.ImageViewer))

export type CardFile = {
  key: string
  name: string
  words: string
  href: string | null
  image: { preview: string; full: string; width: number; height: number } | null
}

/** Room for a picture in a conversation, in pixels. */
const BOX = { width: 360, height: 260 }

/** The files of a message: pictures to look at, everything else to download. */
export function FileCards({ files }: { files: readonly CardFile[] }) {
  const [open, setOpen] = useState<string | null>(null)
  const pictures = files.filter(({ image }) => image !== null)
  return (
    <ul aria-label="Files" className="mt-1.5 flex flex-wrap items-start gap-2">
      {files.map((file) => (
        <li key={file.key} className="max-w-full">
          {file.image ? (
            <Picture file={file} image={file.image} onOpen={() => setOpen(file.key)} />
          ) : (
            <Card file={file} />
          )}
        </li>
      ))}
      {open !== null && (
        <ImageViewer
          files={pictures}
          open={open}
          onOpen={setOpen}
          onClose={() => setOpen(null)}
          onMissing={() => setOpen(null)}
        />
      )}
    </ul>
  )
}

/** Its room is taken before it is there, so that nothing moves when it comes. */
function Picture({
  file,
  image,
  onOpen,
}: {
  file: CardFile
  image: NonNullable<CardFile['image']>
  onOpen: () => void
}) {
  const [missing, setMissing] = useState(false)
  const scale = Math.min(1, BOX.width / image.width, BOX.height / image.height)
  if (missing) return <Card file={file} />
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`Open the image ${file.name}`}
      className="block max-w-full overflow-hidden rounded-base border border-line bg-sunken hover:border-edge"
    >
      {/* A file of our own server behind a check of rights: nothing that an image service could make smaller. */}
      {/* oxlint-disable-next-line nextjs/no-img-element */}
      <img
        src={image.preview}
        alt=""
        width={Math.max(1, Math.round(image.width * scale))}
        height={Math.max(1, Math.round(image.height * scale))}
        loading="lazy"
        decoding="async"
        onError={() => setMissing(true)}
        className="h-auto max-w-full min-w-10 min-h-10 object-contain"
      />
    </button>
  )
}

function Card({ file: { name, words, href } }: { file: CardFile }) {
  if (href === null) {
    return (
      <p className="flex items-center gap-2 rounded-base border border-dashed border-edge px-3 py-2 text-muted">
        <FileX size={18} aria-hidden className="shrink-0" />
        {name}
      </p>
    )
  }
  return (
    <a
      href={href}
      download={name}
      className="flex w-72 max-w-full items-center gap-3 rounded-base border border-line bg-raised px-3 py-2 hover:border-edge hover:bg-hover"
    >
      <FileIcon size={22} aria-hidden className="shrink-0 text-brass" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" dir="auto">
          {name}
        </span>
        <span className="block truncate text-small text-muted tabular-nums">{words}</span>
      </span>
      <Download size={16} aria-hidden className="shrink-0 text-muted" />
    </a>
  )
}
