/**
 * Which workspaces an account belongs to: a global directory beside the shards, so that "mine" asks only those
 * (X1). Written after the member row it points to and rewritten whenever that member is met without it; the member
 * row alone decides.
 */
import type { WorkspaceId } from '#server/domain/ids.ts'
import type { Prisma } from './prisma.ts'

export async function listWorkspacesOfAccount(prisma: Prisma, accountId: string): Promise<WorkspaceId[]> {
  const rows = await prisma.accountWorkspace.findMany({
    where: { account_id: accountId },
    orderBy: { workspace_id: 'asc' },
  })
  return rows.map((row) => String(row.workspace_id) as WorkspaceId)
}

/** May be repeated. */
export async function rememberWorkspaceOfAccount(
  prisma: Prisma,
  accountId: string,
  workspaceId: WorkspaceId,
): Promise<void> {
  const key = { account_id: accountId, workspace_id: BigInt(workspaceId) }
  if (await prisma.accountWorkspace.findUnique({ where: { account_id_workspace_id: key } })) return
  try {
    await prisma.accountWorkspace.create({ data: key })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
}

const isUniqueViolation = (error: unknown) => (error as { code?: unknown }).code === 'P2002'
