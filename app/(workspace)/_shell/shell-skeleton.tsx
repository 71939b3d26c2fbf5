import { Logo } from '#app/_ui/logo.tsx'
import { PageSkeleton } from '#app/_ui/skeleton.tsx'

/** The room's outline, of the same size as the room. */
export function ShellSkeleton() {
  return (
    <div className="flex h-dvh">
      <div className="hidden w-(--sidebar) shrink-0 border-r border-line md:block">
        <div className="flex h-(--header) items-center px-4">
          <Logo size={24} />
        </div>
      </div>
      <div className="flex min-w-0 flex-1 flex-col bg-surface">
        <PageSkeleton label="Loading the workspace" room />
      </div>
    </div>
  )
}
