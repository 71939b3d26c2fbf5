import { buttonLook } from './_ui/button.tsx'
import { EmptyState } from './_ui/empty-state.tsx'
import { Logo } from './_ui/logo.tsx'

export default function NotFound() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        icon={<Logo size={40} />}
        title="There is nothing at this address"
        action={
          // A plain link: the router's own would be fetched with every page.
          <a href="/" className={buttonLook('primary')}>
            Go to your workspace
          </a>
        }
      >
        The link may be incomplete, or what it led to was removed.
      </EmptyState>
    </main>
  )
}
