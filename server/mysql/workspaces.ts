/** A workspace and its settings. */
import type { WorkspaceId } from '#server/domain/ids.ts'
import type { PresetRule } from '#server/domain/time/presets.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { Tx } from './connect.ts'
import { DB_NOW_MS } from './now.ts'
import { parsePresets, presetsText } from './presets-text.ts'
import type { Prisma } from './prisma.ts'

export type WorkspaceSettings = { freeze_s: number; latePolicy_s: number; horizon_s: number }
/** What else administrators choose for everyone. */
export type WorkspaceChoices = {
  adminsReadScheduled: boolean
  adminsManageScheduled: boolean
  /** null: the product's. */
  presets: PresetRule[] | null
}
export type Workspace = WorkspaceSettings &
  WorkspaceChoices & {
    id: WorkspaceId
    name: string
    createdMs: number
    suspendedMs: EpochMillis | null
  }

export async function loadWorkspace(prisma: Prisma, workspaceId: WorkspaceId): Promise<Workspace | null> {
  const row = await prisma.workspace.findUnique({
    where: { workspace_id: BigInt(workspaceId) },
    omit: { content_rules: true },
  })
  return (
    row && {
      id: workspaceId,
      name: row.name,
      freeze_s: row.freeze_s,
      latePolicy_s: row.late_policy_s,
      horizon_s: row.horizon_s,
      adminsReadScheduled: row.admins_read_scheduled,
      adminsManageScheduled: row.admins_manage_scheduled,
      presets: parsePresets(row.presets),
      createdMs: Number(row.created_ms),
      suspendedMs: row.suspended_ms === null ? null : (Number(row.suspended_ms) as EpochMillis),
    }
  )
}

export async function insertWorkspace(tx: Tx, workspaceId: WorkspaceId, name: string): Promise<void> {
  await tx.query(`INSERT INTO workspace (workspace_id, name, created_ms) VALUES (?, ?, ${DB_NOW_MS})`, [
    workspaceId,
    name,
  ])
}

/** @returns false if there is no such workspace */
export async function updateWorkspace(
  prisma: Prisma,
  workspaceId: WorkspaceId,
  changed: Partial<WorkspaceSettings & WorkspaceChoices & { name: string }>,
): Promise<boolean> {
  const { count } = await prisma.workspace.updateMany({
    where: { workspace_id: BigInt(workspaceId) },
    data: {
      ...(changed.name === undefined ? {} : { name: changed.name }),
      ...(changed.freeze_s === undefined ? {} : { freeze_s: changed.freeze_s }),
      ...(changed.latePolicy_s === undefined ? {} : { late_policy_s: changed.latePolicy_s }),
      ...(changed.horizon_s === undefined ? {} : { horizon_s: changed.horizon_s }),
      ...(changed.adminsReadScheduled === undefined ? {} : { admins_read_scheduled: changed.adminsReadScheduled }),
      ...(changed.adminsManageScheduled === undefined
        ? {}
        : { admins_manage_scheduled: changed.adminsManageScheduled }),
      ...(changed.presets === undefined ? {} : { presets: presetsText(changed.presets) }),
    },
  })
  return count > 0
}
