/** Two workspaces side by side: one with something of everything, and one whose member asks for it. */
import { randomUUID } from 'node:crypto'
import { must } from '#server/domain/assert.ts'
import { directKeyOf } from '#server/domain/conversation/direct-key.ts'
import type { ConversationId, MemberId, MessageId, RowId, WebhookId, WorkspaceId } from '#server/domain/ids.ts'
import { SCOPES } from '#server/domain/member/scopes.ts'
import { addNotices, listAuditEvents } from '#server/mysql/audit.ts'
import type { LockedChannel } from '#server/mysql/channel-locks.ts'
import { readFile, type FileRow } from '#server/mysql/files.ts'
import { addOutbox } from '#server/mysql/outbox.ts'
import { readMessage, type MessageRow } from '#server/mysql/messages.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { listPlannedDrafts, type PlannedDraft } from '#server/mysql/planned-drafts.ts'
import { readScheduled, type ScheduledRow } from '#server/mysql/scheduled-messages.ts'
import { readSeries, type SeriesRow } from '#server/mysql/series.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { createConversation } from '#server/usecases/conversations/create-conversation.ts'
import { openDirect } from '#server/usecases/conversations/open-direct.ts'
import { saveContentRules } from '#server/usecases/moderation/administer-rules.ts'
import { keepDraft } from '#server/usecases/drafts/planned-drafts.ts'
import { editMessage } from '#server/usecases/messages/edit-message.ts'
import { pinMessage } from '#server/usecases/messages/pin.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import { indexMessages } from '#server/usecases/search/index-messages.ts'
import { saveMessage } from '#server/usecases/messages/save-message.ts'
import { react } from '#server/usecases/messages/react.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { createSeries } from '#server/usecases/series/create-series.ts'
import { hashSecret } from '#server/usecases/secrets.ts'
import { markRead } from '#server/usecases/sync/mark-read.ts'
import { createToken } from '#server/usecases/tokens/create-token.ts'
import { createWebhook } from '#server/usecases/webhooks/administer-webhooks.ts'
import { createInvitation } from '#server/usecases/workspaces/invite-people.ts'
import { foundCompany, somebody } from '../company.ts'
import { scheduleOne } from '../scheduling.ts'
import { upload } from '../uploads.ts'

export type Neighbours = {
  r: Resources
  now: EpochMillis
  newRowId: () => RowId
  /** The workspace that the calls are made in, and one of its members. */
  mine: WorkspaceId
  me: MemberId
  /** What those calls ask for. */
  theirs: {
    workspaceId: WorkspaceId
    memberId: MemberId
    accountId: string
    conversationId: ConversationId
    directId: ConversationId
    directKey: string
    messageId: MessageId
    message: MessageRow
    messageToken: string
    messageTsUs: bigint
    scheduled: ScheduledRow
    series: SeriesRow
    seriesToken: string
    /** An occurrence of it that waits. */
    occurrence: { day: string; scheduledId: MessageId }
    scheduledToken: string
    auditEventId: RowId
    invitationId: RowId
    invitationHash: string
    tokenId: RowId
    tokenHash: string
    webhookId: WebhookId
    webhookHash: string
    noticeId: RowId
    outboxId: RowId
    draft: PlannedDraft
    draftToken: string
    /** Shown by a message of theirs. */
    file: FileRow
  }
}

export async function setUpNeighbours(r: Resources): Promise<Neighbours> {
  const [company, mine] = [await foundCompany(r, 'Theirs'), await foundCompany(r, 'Mine')]
  const account = somebody('Victim')
  const victim = await company.hire('member', account)
  const [messageToken, scheduledToken] = [randomUUID(), randomUUID()]
  const { id: conversationId } = await createConversation(r, victim, { name: 'secret', kind: 'private' })
  const direct = await openDirect(r, victim, company.owner.memberId)
  const message = await postMessage(r, victim, { conversationId, text: 'secret', clientToken: messageToken })
  await editMessage(r, victim, { conversationId, messageId: message.id, text: 'secret, edited', payload: null })
  await react(r, victim, { conversationId, messageId: message.id, emoji: 'tada', on: true })
  await pinMessage(r, victim, { conversationId, messageId: message.id, on: true })
  await saveMessage(r, victim, { conversationId, messageId: message.id, on: true })
  const reply = { conversationId, text: 'secret reply <!channel>', threadRootId: message.id, clientToken: randomUUID() }
  await postMessage(r, victim, reply)
  await markRead(r, victim, { conversationId, seq: message.seq })
  const { id } = await scheduleOne(r, victim, conversationId, { clientToken: scheduledToken, threadRootId: message.id })
  const scheduled = must(await readScheduled(r.mysql.read, victim.workspaceId, id), 'just scheduled')
  const [created] = await listAuditEvents(r.mysql.read, victim.workspaceId, id)
  const invitation = await createInvitation(r, victim, 'member')
  const token = await createToken(r, victim.workspaceId, victim.memberId, { label: 'secret', scopes: SCOPES })
  await saveContentRules(r, company.owner, { words: ['secret word'], links: { rule: 'refuse', hosts: [] } })
  const webhook = await createWebhook(r, victim, { conversationId, label: 'secret' })
  const seriesToken = randomUUID()
  const series = await createSeries(r, victim, {
    ...{ conversationId, text: 'secret', rule: 'FREQ=DAILY', zone: 'UTC', clientToken: seriesToken },
    wallClock: new Date(Date.now() + 3_600_000).toISOString().slice(0, 19),
  })
  const occurrence = must(series.upcoming[0], 'an occurrence that waits')
  const now = await loadDbNow(r.mysql.read)
  const draftToken = randomUUID()
  const draftTime = { sendAt: scheduled.row.sendAt, zone: 'Etc/UTC' }
  await keepDraft(r, victim, { conversationId, text: 'secret draft', ...draftTime, clientToken: draftToken })
  const [draft] = await listPlannedDrafts(r.mysql.read, victim.workspaceId, victim.memberId)
  const uploaded = await upload(r, victim, { name: 'secret.txt' })
  await postMessage(r, victim, { conversationId, text: '', fileIds: [uploaded.id], clientToken: randomUUID() })
  await indexMessages(r, null)
  const [noticeId, outboxId] = [r.makeId<RowId>(), r.makeId<RowId>()]
  const { workspaceId, memberId } = victim
  await withTransaction(r.mysql, async (tx) => {
    const detail = { conversationId, sendAt: 1 }
    await addNotices(tx, [
      { workspaceId, memberId, id: noticeId, kind: 'scheduled_failed', scheduledId: id, createdMs: now, detail },
    ])
    await addOutbox(tx, outboxId, { ranges: [[workspaceId, conversationId, 1, 1]], members: [] })
  })
  return {
    r,
    now,
    newRowId: () => r.makeId<RowId>(),
    mine: mine.workspaceId,
    me: mine.owner.memberId,
    theirs: {
      workspaceId,
      memberId,
      accountId: account.accountId,
      conversationId,
      directId: direct.id,
      directKey: directKeyOf(victim.memberId, company.owner.memberId),
      messageId: message.id,
      message: must(await readMessage(r.mysql.read, workspaceId, message.id), 'just posted'),
      messageToken,
      messageTsUs: BigInt(message.tsUs),
      scheduled: scheduled.row,
      scheduledToken,
      series: must(await readSeries(r.mysql.read, workspaceId, series.id), 'just made').row,
      seriesToken,
      occurrence: { day: occurrence.wallClock.slice(0, 10), scheduledId: must(occurrence.id, 'stored') },
      auditEventId: must(created, 'a created event').id,
      invitationId: invitation.id,
      invitationHash: hashSecret(must(invitation.token.split('.')[1], 'a secret')),
      tokenId: token.id,
      tokenHash: hashSecret(token.token.slice(-43)),
      webhookId: webhook.id,
      webhookHash: hashSecret(webhook.path.slice(-43)),
      noticeId,
      outboxId,
      draft: must(draft, 'just kept'),
      draftToken,
      file: must(await readFile(r.mysql.read, workspaceId, uploaded.id), 'just uploaded'),
    },
  }
}

/** Their channel as a caller in one's own workspace would wrongly hold it. */
export const wronglyHeldChannel = ({ mine, theirs }: Neighbours): LockedChannel => ({
  workspaceId: mine,
  conversationId: theirs.conversationId,
  kind: 'private',
  posting: 'everyone',
  archivedMs: null,
  epoch: 1,
  seqBefore: 0,
  lastSeq: 1,
  lastMessageSeq: 1,
  lastTsUs: 1n,
  aclVersion: 9,
  changedRoots: [],
})
