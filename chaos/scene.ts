/** The company of a run: its people, the conversations everybody keeps, one that loses a member, one that is archived. */
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationId, WorkspaceId } from '#server/domain/ids.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import type { Resources } from '#server/usecases/resources.ts'

export type Scene = {
  workspaceId: WorkspaceId
  people: Actor[]
  open: ConversationId[]
  /** Loses a member and gets them back; is archived and opened again. */
  shrinking: ConversationId
  closing: ConversationId
}

const CHANNELS = 8
const PEOPLE = 6
/** A call is repeated this long before its outcome counts as unknown. */
export const INSIST_MS = 25_000

export async function setScene(direct: Resources): Promise<Scene> {
  const workspaceId = await addWorkspace(direct)
  const owner = await addMember(direct, workspaceId, { role: 'owner' })
  const people = [
    owner,
    ...(await Promise.all(Array.from({ length: PEOPLE - 1 }, () => addMember(direct, workspaceId)))),
  ]
  const conversation = () => addConversation(direct, [owner, ...people.slice(1)])
  const open = await Promise.all(Array.from({ length: CHANNELS }, conversation))
  await direct.mysql.read.query(
    `CREATE TRIGGER poison BEFORE INSERT ON message FOR EACH ROW
     IF NEW.text LIKE '%poison%' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'poison'; END IF`,
  )
  return { workspaceId, people, open, shrinking: await conversation(), closing: await conversation() }
}
