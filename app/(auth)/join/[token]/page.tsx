import type { Metadata } from 'next'
import { JoinWorkspace } from '#app/_features/account/join-workspace.tsx'

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' }

export default async function JoinPage({ params }: { params: Promise<{ token: string }> }) {
  return <JoinWorkspace token={decodeURIComponent((await params).token)} />
}
