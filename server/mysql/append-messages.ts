/**
 * The one function that writes messages (C4): typed, scheduled and API messages all pass here, under the lock of
 * their channels, in one transaction with their sequence numbers.
 */
import type { MemberId, MessageId } from '#server/domain/ids.ts'
import { assert } from '#server/domain/assert.ts'
import type { EpochMillis, EpochSeconds } from '#server/domain/time/units.ts'
import { flushChannels, takeNumber, type LockedChannel } from './channel-locks.ts'
import type { Tx } from './connect.ts'
import { noteMentions } from './mentions.ts'
import { noteReplies } from './thread-replies.ts'

export type MessageDraft = {
  channel: LockedChannel
  id: MessageId
  authorId: MemberId
  threadRootId: MessageId | null
  origin: 'typed' | 'scheduled' | 'api'
  text: string
  payload: string | null
  /** The promised second of a scheduled message. */
  sendAt: EpochSeconds | null
  clientToken: string | null
  /** Of a reply: it stands in the channel too. */
  alsoInChannel?: boolean
}

export type AppendedMessage = MessageDraft & { seq: number; tsUs: string; createdMs: EpochMillis }

const INSERT_MESSAGES = `
  INSERT INTO message (workspace_id, channel_id, seq, id, author_id, thread_root_id, origin, text, payload, ts_us,
    created_ms, send_at, client_token, changed_seq, also_in_channel) VALUES ?`

/**
 * Appends in the order given. Numbers rise by one per message within each channel, `ts` strictly (I5).
 * The caller holds the locks of all channels and has checked every right.
 *
 * @param now the database's clock, read in this transaction
 * @throws a duplicate key error where a message id or client token exists already: nothing was appended then (I1)
 */
export async function appendMessages(
  tx: Tx,
  drafts: readonly MessageDraft[],
  now: EpochMillis,
): Promise<AppendedMessage[]> {
  if (drafts.length === 0) return []
  const nowUs = BigInt(now) * 1000n
  const appended = drafts.map((draft): AppendedMessage => {
    const { channel } = draft
    assert(draft.sendAt === null || draft.sendAt * 1000 <= now, 'I2: a message before its second')
    const seq = takeNumber(channel)
    channel.lastMessageSeq = seq
    channel.lastTsUs = channel.lastTsUs >= nowUs ? channel.lastTsUs + 1n : nowUs
    return { ...draft, seq, tsUs: channel.lastTsUs.toString(), createdMs: now }
  })
  await tx.query(INSERT_MESSAGES, [appended.map(toRow)])
  await noteReplies(tx, appended)
  await noteMentions(tx, appended)
  await flushChannels(tx, new Set(drafts.map((draft) => draft.channel)))
  return appended
}

function toRow(message: AppendedMessage) {
  return [
    message.channel.workspaceId,
    message.channel.conversationId,
    message.seq,
    message.id,
    message.authorId,
    message.threadRootId,
    message.origin,
    message.text,
    message.payload,
    message.tsUs,
    message.createdMs,
    message.sendAt,
    message.clientToken,
    message.seq,
    message.alsoInChannel === true,
  ]
}
