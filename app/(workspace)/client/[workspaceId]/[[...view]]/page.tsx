import { WorkspaceLoader } from '../../../_shell/workspace-loader.tsx'

/** One page for every address of a workspace: which view is shown is read from the address in the browser. */
export default function WorkspacePage() {
  return <WorkspaceLoader />
}
