import type { ReactNode } from 'react'
import { Queries } from '../_client/react/queries.tsx'
import { Logo } from '../_ui/logo.tsx'

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <div className="mb-7 flex items-center gap-2.5">
        <Logo />
        <span className="text-title font-semibold tracking-tight">Carillon</span>
      </div>
      <div className="w-full max-w-sm rounded-large border border-line bg-surface p-6 sm:p-8">
        <Queries>{children}</Queries>
      </div>
    </main>
  )
}
