import type { FileId, MessageId, RowId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { checkText } from '#server/domain/message/limits.ts'
import { choiceOf, hasGuards } from '#server/domain/scheduled-message/guards.ts'
import { checkChangeable } from '#server/domain/scheduled-message/state.ts'
import { insertPlannedDraft } from '#server/mysql/planned-drafts.ts'
import { cancelRow } from '#server/mysql/scheduled-messages.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { holdFiles, payloadWithFiles } from '../files/attach-files.ts'
import type { Resources } from '../resources.ts'
import { changeScheduled } from './change-scheduled.ts'

/**
 * Takes a message out of the schedule and keeps text and time as a draft, in one transaction: it is never posted any more,
 * and nothing of it is lost. Holding a cancelled one is answered with it as it is.
 * @param input what was being edited, instead of what is saved: `text`, and `fileIds`, all of them in order
 * @throws DomainError `already_sending`, `already_sent`, `already_failed`, `window_closed`, `text_too_long`,
 * `too_many_files`
 */
export function holdScheduled(
  resources: Resources,
  actor: Actor,
  input: { id: MessageId; text?: string; fileIds?: readonly FileId[] },
): Promise<ScheduledView> {
  const draftId = resources.makeId<RowId>()
  return changeScheduled(resources, actor, input.id, async (tx, { row, now }) => {
    if (row.status === 'CANCELED') return null
    checkChangeable(row, now)
    const text = input.text?.trim() ? input.text : row.text
    const payload = await payloadWithFiles(tx, actor, row.payload, input.fileIds)
    checkText(text, payload !== null)
    await cancelRow(tx, row, now)
    const { workspaceId, authorId, id, conversationId, threadRootId, alsoInChannel } = row
    const { sendAt, zone, wallClock, promised, notAfter } = row
    const guards = choiceOf(row)
    await insertPlannedDraft(
      tx,
      {
        id: draftId,
        workspaceId,
        memberId: authorId,
        conversationId,
        threadRootId,
        alsoInChannel,
        text,
        payload,
        sendAt,
        zone,
        wallClock,
        promised,
        notAfter,
        guards: hasGuards(guards) ? guards : null,
        heldFrom: id,
        clientToken: `held:${id}`,
      },
      now,
    )
    await holdFiles(tx, [{ workspaceId, payload, holder: { kind: 'draft', id: draftId } }])
    const kept = text === row.text ? {} : { before: { text: row.text }, after: { text } }
    return { kind: 'held', detail: { sendAt, zone, ...kept } }
  })
}
