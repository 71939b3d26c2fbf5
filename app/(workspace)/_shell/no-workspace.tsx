import { EmptyState } from '#app/_ui/empty-state.tsx'
import { buttonLook } from '#app/_ui/button.tsx'

const WORDS = {
  nowhere: ['There is no workspace at this address', 'The link may be incomplete or mistyped.'],
  refused: [
    'You have no access to this workspace',
    'You may have been removed, or the link belongs to another account.',
  ],
} as const

/** In place of a workspace that there is not, or not for this account. */
export function NoWorkspace({ because }: { because: keyof typeof WORDS }) {
  const [title, reason] = WORDS[because]
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        title={title}
        action={
          <a href="/" className={buttonLook('primary')}>
            Go to your workspace
          </a>
        }
      >
        {reason}
      </EmptyState>
    </main>
  )
}
