/** Of conversations, memberships, read marks, and what gateways and the relay read. */
import { countAudience } from '#server/mysql/audiences.ts'
import * as catchUp from '#server/mysql/catch-up.ts'
import { flushChannels, lockChannels } from '#server/mysql/channel-locks.ts'
import * as pages from '#server/mysql/conversation-pages.ts'
import * as conversations from '#server/mysql/conversations.ts'
import { listOwedRanges } from '#server/mysql/explain-reads.ts'
import * as gateway from '#server/mysql/gateway-reads.ts'
import * as memberships from '#server/mysql/memberships.ts'
import { addOutbox, deleteOutbox } from '#server/mysql/outbox.ts'
import * as readMarks from '#server/mysql/read-marks.ts'
import { readRelayHead } from '#server/mysql/relay-reads.ts'
import { wronglyHeldChannel } from './neighbours.ts'
import { write, type Call } from './call.ts'

export const ROOM_CALLS: Record<string, Call> = {
  'channel-locks.lockChannels': (tx, { mine, theirs }) =>
    lockChannels(tx, [{ workspaceId: mine, conversationId: theirs.conversationId }]),
  'channel-locks.flushChannels': (tx, n) => flushChannels(tx, [wronglyHeldChannel(n)]),

  'conversations.loadConversation': (tx, { mine, theirs }) =>
    conversations.loadConversation(tx, mine, theirs.conversationId),
  'conversations.loadConversationFor': (tx, { mine, theirs }) =>
    conversations.loadConversationFor(tx, mine, theirs.conversationId, theirs.memberId),
  'conversations.loadDirect': (tx, { mine, theirs }) => conversations.loadDirect(tx, mine, theirs.directKey),
  'conversations.listConversationsOfMember': (tx, { mine, theirs }) =>
    conversations.listConversationsOfMember(tx, mine, theirs.memberId),
  'conversations.listPublicConversations': (tx, { mine, theirs }) =>
    conversations
      .listPublicConversations(tx, mine, theirs.memberId)
      .then((all) => all.filter((found) => found.joined || found.conversation.id !== (mine as string))),
  'conversations.insertConversation': write((tx, { mine, theirs }) =>
    conversations.insertConversation(tx, mine, {
      id: theirs.conversationId,
      kind: 'private',
      name: 'secret',
      nameKey: 'secret',
      directKey: null,
      topic: '',
      createdBy: theirs.memberId,
      members: [theirs.memberId],
    }),
  ),
  'conversations.updateConversation': (tx, { mine, theirs }) =>
    conversations.updateConversation(tx, mine, theirs.conversationId, { topic: 'x', archived: true }, 99),

  'conversation-pages.listConversationPage': (tx, { mine, theirs }) =>
    pages.listConversationPage(tx, mine, theirs.memberId, {
      kinds: ['private', 'direct'],
      withArchived: true,
      after: null,
      limit: 10,
    }),
  'conversation-pages.listConversationPageOf': (tx, { mine, me, theirs }) =>
    pages.listConversationPageOf(
      tx,
      mine,
      { memberId: theirs.memberId, readerId: me },
      { kinds: ['public', 'private', 'direct'], withArchived: true, after: null, limit: 10 },
    ),
  'conversation-pages.loadConversationByName': (tx, { mine }) => pages.loadConversationByName(tx, mine, 'secret'),
  'conversation-pages.countMembers': (tx, { mine, theirs }) => pages.countMembers(tx, mine, [theirs.conversationId]),
  'conversation-pages.listDirectIds': (tx, { mine, theirs }) => pages.listDirectIds(tx, mine, [theirs.directId]),

  'audiences.countAudience': (tx, { mine, theirs }) => countAudience(tx, mine, theirs.conversationId),

  'memberships.isInConversation': (tx, { mine, theirs }) =>
    memberships.isInConversation(tx, mine, theirs.conversationId, theirs.memberId),
  'memberships.listMemberIds': (tx, { mine, theirs }) => memberships.listMemberIds(tx, mine, theirs.conversationId),
  'memberships.listConversationIds': (tx, { mine, theirs }) =>
    memberships.listConversationIds(tx, mine, theirs.memberId),
  'memberships.hasOtherMember': (tx, { mine, me, theirs }) =>
    memberships.hasOtherMember(tx, mine, theirs.conversationId, me),
  'memberships.setMembership': (tx, { mine, theirs }) =>
    memberships.setMembership(tx, mine, theirs.conversationId, {
      memberId: theirs.memberId,
      active: false,
      changedSeq: 99,
    }),

  'read-marks.lowerReadMark': write((tx, { mine, theirs }) =>
    readMarks.lowerReadMark(tx, mine, theirs.memberId, { conversationId: theirs.conversationId, seq: 0 }),
  ),
  'read-marks.raiseReadMark': write((tx, { mine, theirs }) =>
    readMarks.raiseReadMark(tx, mine, theirs.memberId, { conversationId: theirs.conversationId, seq: 99 }),
  ),
  'read-marks.loadReadMarks': (tx, { mine, theirs }) =>
    readMarks.loadReadMarks(tx, mine, theirs.memberId, [theirs.conversationId]),

  'gateway-reads.loadMemberRooms': (tx, { mine, theirs }) => gateway.loadMemberRooms(tx, mine, theirs.memberId),
  'gateway-reads.loadRoomStates': (tx, { mine, theirs }) => gateway.loadRoomStates(tx, mine, [theirs.conversationId]),
  'gateway-reads.loadMembershipChanges': (tx, { mine, theirs }) =>
    gateway.loadMembershipChanges(tx, mine, theirs.conversationId, -1),
  'gateway-reads.loadMemberships': (tx, { mine, theirs }) => gateway.loadMemberships(tx, mine, [theirs.memberId]),
  'gateway-reads.loadActiveMembers': (tx, { mine, theirs }) => gateway.loadActiveMembers(tx, mine, [theirs.memberId]),

  'catch-up.readHeads': (tx, { mine, theirs }) => catchUp.readHeads(tx, mine, [theirs.conversationId]),
  'catch-up.listChanges': (tx, { mine, theirs }) => catchUp.listChanges(tx, mine, theirs.conversationId, 0, 1_000, 100),
  'catch-up.readAccess': (tx, { mine, theirs }) => catchUp.readAccess(tx, mine, theirs.conversationId, theirs.memberId),
  'relay-reads.readRelayHead': (tx, { mine, theirs }) => readRelayHead(tx, mine, theirs.conversationId),
  'explain-reads.listOwedRanges': (tx, { mine, theirs }) => listOwedRanges(tx, mine, theirs.conversationId),
  'outbox.addOutbox': write((tx, n) =>
    addOutbox(tx, n.newRowId(), { ranges: [[n.mine, n.theirs.conversationId, 1, 1]], members: [] }),
  ),
  'outbox.deleteOutbox': (tx, { mine, theirs }) => deleteOutbox(tx, [{ workspaceId: mine, id: theirs.outboxId }]),
}
