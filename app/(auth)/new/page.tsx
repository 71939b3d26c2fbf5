import type { Metadata } from 'next'
import { NewWorkspaceForm } from '#app/_features/account/new-workspace-form.tsx'

export const metadata: Metadata = { title: 'Create a workspace' }

export default function NewWorkspacePage() {
  return <NewWorkspaceForm />
}
