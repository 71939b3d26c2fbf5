/** Of messages, scheduled messages, the audit trail and the send. */
import { must } from '#server/domain/assert.ts'
import { appendMessages } from '#server/mysql/append-messages.ts'
import * as audit from '#server/mysql/audit.ts'
import * as guards from '#server/mysql/guard-reads.ts'
import * as changes from '#server/mysql/message-changes.ts'
import * as mentions from '#server/mysql/mentions.ts'
import * as messages from '#server/mysql/messages.ts'
import * as reactions from '#server/mysql/reactions.ts'
import * as threads from '#server/mysql/thread-replies.ts'
import * as saved from '#server/mysql/saved-messages.ts'
import * as pins from '#server/mysql/pins.ts'
import * as lists from '#server/mysql/scheduled-lists.ts'
import * as scheduled from '#server/mysql/scheduled-messages.ts'
import * as send from '#server/mysql/send-rows.ts'
import * as drafts from '#server/mysql/planned-drafts.ts'
import { listPendingOfWorkspace } from '#server/mysql/workspace-pending.ts'
import { readWriterFacts } from '#server/mysql/writer-facts.ts'
import { wronglyHeldChannel, type Neighbours } from './neighbours.ts'
import { write, rowOf, refOf, writerOf, type Call } from './call.ts'

const changeBy = ({ me, now, theirs }: Neighbours) => ({
  actorId: me,
  changedSeq: theirs.message.changedSeq + 1,
  atMs: now,
})

export const MESSAGE_CALLS: Record<string, Call> = {
  'append-messages.appendMessages': write((tx, n) =>
    appendMessages(
      tx,
      [
        {
          channel: wronglyHeldChannel(n),
          id: n.theirs.messageId,
          authorId: n.theirs.memberId,
          threadRootId: null,
          origin: 'typed',
          text: 'x',
          payload: null,
          sendAt: null,
          clientToken: n.theirs.messageToken,
        },
      ],
      n.now,
    ),
  ),
  'messages.listMessages': (tx, { mine, theirs }) =>
    messages.listMessages(tx, mine, theirs.conversationId, { newestFirst: true, limit: 10 }),
  'messages.readMessage': (tx, { mine, theirs }) => messages.readMessage(tx, mine, theirs.messageId),
  'messages.listMessagesByToken': (tx, { mine, theirs }) =>
    messages.listMessagesByToken(tx, [
      { workspaceId: mine, authorId: theirs.memberId, clientToken: theirs.messageToken },
    ]),
  'messages.readPostedIds': (tx, { mine, theirs }) =>
    messages.readPostedIds(tx, [{ workspaceId: mine, id: theirs.messageId }]),
  // Without messages of one's own, every number is at or after any time: the first.
  'messages.seqAtOrAfterTs': (tx, { mine, theirs }) =>
    messages.seqAtOrAfterTs(tx, mine, theirs.conversationId, theirs.messageTsUs + 1n, 99).then((seq) => seq - 1),
  'messages.readTsOfMessages': (tx, { mine, theirs }) => messages.readTsOfMessages(tx, mine, [theirs.messageId]),

  'message-changes.replacePayload': write((tx, n) =>
    changes.replacePayload(tx, n.mine, n.theirs.message, '{}', n.theirs.message.changedSeq + 1),
  ),
  'message-changes.rewriteMessage': write((tx, n) =>
    changes.rewriteMessage(tx, n.mine, n.theirs.message, { text: 'x', payload: null }, changeBy(n)),
  ),
  'message-changes.blankMessage': write((tx, n) => changes.blankMessage(tx, n.mine, n.theirs.message, changeBy(n))),
  'message-changes.listMessageChanges': (tx, { mine, theirs }) =>
    changes.listMessageChanges(tx, mine, theirs.messageId),

  'reactions.storeReactions': write((tx, n) =>
    reactions.storeReactions(tx, n.mine, n.theirs.message, [], {
      chosen: { name: 'tada', memberId: n.theirs.memberId, isThere: false, atMs: n.now },
      changedSeq: n.theirs.message.changedSeq + 1,
    }),
  ),
  'reactions.listReactedMessages': (tx, { mine, me, theirs }) =>
    reactions.listReactedMessages(tx, mine, { memberId: theirs.memberId, readerId: me }, { offset: 0, limit: 10 }),

  'thread-replies.noteReplies': write((tx, n) =>
    threads.noteReplies(tx, [
      {
        ...{ channel: wronglyHeldChannel(n), id: n.theirs.messageId, authorId: n.theirs.memberId },
        ...{ threadRootId: n.theirs.messageId, origin: 'typed', text: 'x', payload: null, sendAt: null },
        ...{ clientToken: null, seq: 99, tsUs: '1', createdMs: n.now },
      },
    ]),
  ),
  'thread-replies.forgetReply': write((tx, n) =>
    threads.forgetReply(tx, wronglyHeldChannel(n), {
      ...n.theirs.message,
      replies: { count: 1, lastMs: n.now, memberIds: [n.theirs.memberId] },
    }),
  ),
  'thread-replies.listReplies': (tx, { mine, theirs }) =>
    threads.listReplies(tx, mine, theirs.conversationId, theirs.messageId, {
      ...{ newestFirst: true, limit: 10, withDeleted: true },
    }),

  'mentions.noteMentions': write((tx, n) =>
    mentions.noteMentions(tx, [
      {
        ...{ channel: wronglyHeldChannel(n), id: n.theirs.messageId, authorId: n.theirs.memberId },
        ...{ threadRootId: null, origin: 'typed', text: '<!channel>', payload: null, sendAt: null },
        ...{ clientToken: null, seq: 99, tsUs: '1', createdMs: n.now },
      },
    ]),
  ),
  'mentions.changeMentions': write((tx, n) =>
    mentions.changeMentions(tx, n.mine, { ...n.theirs.message, text: '<!channel>' }, ''),
  ),

  'saved-messages.keepSaved': write((tx, n) => saved.keepSaved(tx, n.mine, n.me, n.theirs.messageId)),
  'saved-messages.dropSaved': write((tx, n) => saved.dropSaved(tx, n.mine, n.theirs.memberId, n.theirs.messageId)),
  'saved-messages.countSaved': (tx, { mine, theirs }) =>
    saved.countSaved(tx, mine, theirs.memberId).then((n) => n || null),
  'saved-messages.listSaved': (tx, { mine, theirs }) => saved.listSaved(tx, mine, theirs.memberId, 10),

  'pins.storePin': write((tx, n) =>
    pins.storePin(tx, n.mine, n.theirs.message, { pin: null, changedSeq: n.theirs.message.changedSeq + 1 }),
  ),
  'pins.countPins': (tx, { mine, theirs }) => pins.countPins(tx, mine, theirs.conversationId).then((n) => n || null),
  'pins.listPins': (tx, { mine, theirs }) => pins.listPins(tx, mine, theirs.conversationId),

  'audit.addAuditEvents': write((tx, n) =>
    audit.addAuditEvents(tx, [
      {
        workspaceId: n.mine,
        scheduledId: n.theirs.scheduled.id,
        id: n.newRowId(),
        kind: 'edited',
        actorId: n.me,
        client: 'x',
        at_ms: n.now,
        detail: {},
      },
      {
        ...{ workspaceId: n.mine, scheduledId: n.theirs.series.id, id: n.newRowId(), kind: 'edited' },
        ...{ actorId: n.me, client: 'x', at_ms: n.now, detail: {} },
      },
    ]),
  ),
  'audit.listAuditEvents': async (tx, { mine, theirs }) => [
    ...(await audit.listAuditEvents(tx, mine, theirs.scheduled.id)),
    ...(await audit.listAuditEvents(tx, mine, theirs.series.id)),
  ],
  'audit.hasAuditEvent': (tx, { mine, theirs }) =>
    audit.hasAuditEvent(tx, mine, theirs.scheduled.id, theirs.auditEventId),
  'audit.addNotices': write((tx, { mine, theirs, now }) =>
    audit.addNotices(tx, [
      {
        workspaceId: mine,
        memberId: theirs.memberId,
        id: theirs.noticeId,
        kind: 'scheduled_late',
        scheduledId: theirs.scheduled.id,
        createdMs: now,
        detail: {},
      },
    ]),
  ),
  'audit.listUnseenNotices': (tx, { mine, theirs }) => audit.listUnseenNotices(tx, mine, theirs.memberId),
  'audit.settleSeriesNotices': (tx, { mine, theirs, now }) =>
    audit.settleSeriesNotices(tx, mine, [theirs.memberId], theirs.series.id, now),
  'audit.markNoticesSeen': (tx, { mine, theirs, now }) =>
    audit.markNoticesSeen(tx, mine, theirs.memberId, [theirs.noticeId], now),

  'guard-reads.readReplied': (tx, n) =>
    guards.readReplied(tx, [{ ...rowOf(n), authorId: n.me, quietAfterSeq: 0 }]).then((found) => [...found]),
  'guard-reads.readDueBefore': (tx, n) => guards.readDueBefore(tx, [rowOf(n)]).then((found) => [...found]),
  'guard-reads.readLastSeq': (tx, { mine, theirs }) => guards.readLastSeq(tx, mine, theirs.conversationId),

  'scheduled-lists.listScheduledOf': (tx, { mine, theirs }) =>
    lists.listScheduledOf(tx, mine, theirs.memberId, { status: 'pending', limit: 10 }),
  'scheduled-lists.listPendingIn': (tx, n) =>
    lists.listPendingIn(tx, [{ ...writerOf(n), from: 0, to: n.theirs.scheduled.sendAt + 1 }]),
  'scheduled-messages.readScheduled': (tx, { mine, theirs }) => scheduled.readScheduled(tx, mine, theirs.scheduled.id),
  'scheduled-messages.lockScheduled': (tx, { mine, theirs }) => scheduled.lockScheduled(tx, mine, theirs.scheduled.id),
  'scheduled-messages.readScheduledByToken': (tx, { mine, theirs }) =>
    scheduled.readScheduledByToken(tx, [
      { workspaceId: mine, authorId: theirs.memberId, clientToken: theirs.scheduledToken },
    ]),
  'scheduled-messages.insertScheduled': write((tx, n) =>
    scheduled.insertScheduled(tx, [{ ...rowOf(n), clientToken: n.theirs.scheduledToken }], n.now),
  ),
  'scheduled-messages.rescheduleRow': (tx, n) =>
    scheduled.rescheduleRow(tx, rowOf(n), { ...rowOf(n), text: 'x' }, n.now),
  'scheduled-messages.cancelRow': (tx, n) => scheduled.cancelRow(tx, rowOf(n), n.now),
  'scheduled-messages.handOverRow': (tx, n) => scheduled.handOverRow(tx, rowOf(n), n.me, n.now),
  'scheduled-messages.backOffRow': (tx, n) => scheduled.backOffRow(tx, rowOf(n), 1_000, n.now),

  'planned-drafts.listPlannedDrafts': (tx, { mine, theirs }) => drafts.listPlannedDrafts(tx, mine, theirs.memberId),
  'planned-drafts.readPlannedDraft': (tx, { mine, theirs }) =>
    drafts.readPlannedDraft(tx, mine, theirs.memberId, theirs.draft.id),
  'planned-drafts.lockPlannedDraft': (tx, { mine, theirs }) =>
    drafts.lockPlannedDraft(tx, mine, theirs.memberId, theirs.draft.id),
  'planned-drafts.readPlannedDraftByToken': (tx, { mine, theirs }) =>
    drafts.readPlannedDraftByToken(tx, mine, theirs.memberId, theirs.draftToken),
  'planned-drafts.insertPlannedDraft': write((tx, { mine, theirs, now }) =>
    drafts.insertPlannedDraft(tx, { ...theirs.draft, workspaceId: mine, clientToken: theirs.draftToken }, now),
  ),
  'planned-drafts.updatePlannedDraft': (tx, { mine, theirs, now }) =>
    drafts.updatePlannedDraft(tx, { ...theirs.draft, workspaceId: mine }, { ...theirs.draft, text: 'x' }, now),
  'planned-drafts.deletePlannedDraft': (tx, { mine, theirs }) =>
    drafts.deletePlannedDraft(tx, mine, theirs.memberId, theirs.draft.id),

  'workspace-pending.listPendingOfWorkspace': (tx, { mine, me, theirs }) =>
    listPendingOfWorkspace(tx, mine, { readerId: me, authorId: theirs.memberId, limit: 10 }).then(({ rows }) => rows),

  'send-rows.readChannelsOf': (tx, n) => send.readChannelsOf(tx, [refOf(n)]),
  'send-rows.groupByConversation': (tx, n) => send.groupByConversation(tx, [refOf(n)]),
  'send-rows.lockDueRows': (tx, n) => send.lockDueRows(tx, [refOf(n)]),
  'send-rows.confirmRules': (tx, n) => send.confirmRules(tx, [rowOf(n)], '2099z'),
  'send-rows.lockScheduledRows': (tx, n) => send.lockScheduledRows(tx, [refOf(n)]),
  'send-rows.readLatePolicies': (tx, { mine }) =>
    send.readLatePolicies(tx, [mine]).then((found) => [...found.keys()].filter((id) => id !== mine)),
  'send-rows.readPostingFacts': async (tx, n) => {
    const facts = must(
      (await send.readPostingFacts(tx, [writerOf(n)], new Map(), new Map())).get(send.postingKey(writerOf(n))),
      'an answer',
    )
    return facts.author || facts.inConversation ? facts : null
  },
  'send-rows.readLivingRoots': (tx, n) => send.readLivingRoots(tx, [rowOf(n)]),
  'send-rows.markSent': (tx, n) => send.markSent(tx, [rowOf(n)], null),
  'send-rows.markFailed': (tx, n) => send.markFailed(tx, [rowOf(n)], 'poison', n.now),
  'send-rows.leaseRows': (tx, n) => send.leaseRows(tx, [rowOf(n)], 'x', 1_000, n.now),
  'writer-facts.readWriterFacts': (tx, n) => readWriterFacts(tx, [writerOf(n)]),
}
