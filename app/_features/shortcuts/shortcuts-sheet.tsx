'use client'
import { Dialog } from '#app/_ui/dialog.tsx'
import { commandKey } from '#app/_ui/keys.ts'
import { SHORTCUTS } from './shortcut-list.ts'

/** Lists what the keyboard can do. Mount it to open it. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" textOnly>
      {SHORTCUTS.map(({ title, shortcuts }) => (
        <section key={title} aria-label={title} className="mt-4 first:mt-0">
          <h3 className="mb-1 text-small font-medium text-muted">{title}</h3>
          <dl>
            {shortcuts.map(({ keys, does }) => (
              <div key={does} className="flex items-baseline justify-between gap-6 border-t border-line py-1.5">
                <dt>{does}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keys.map((key) => (
                    <kbd
                      key={key}
                      className="rounded-small border border-line bg-sunken px-1.5 font-sans text-small leading-5"
                    >
                      {key === 'Mod' ? commandKey() : key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
