/** What a gateway would hear: the frames of conversations and the signals to members, kept in order. */
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import { conversationTopic, memberTopic } from '#server/domain/partition/redis-keys.ts'
import { frameSchema, type Frame } from '#server/protocol/frame.ts'
import type { MemberSignal } from '#server/protocol/socket-events.ts'
import { createTopicListener } from '#server/redis/topics.ts'
import { waitUntil } from './wait-until.ts'

export type Ear = {
  frames: Frame[]
  signals: { memberId: string; signal: MemberSignal }[]
  /** Forgets what was heard. */
  clear(): void
  isReady(): boolean
  end(): Promise<void>
}

export async function listenTo(
  redisUrl: string,
  { conversations = [], members = [] }: { conversations?: ConversationId[]; members?: MemberId[] },
): Promise<Ear> {
  const listener = createTopicListener(redisUrl)
  const frames: Frame[] = []
  const signals: Ear['signals'] = []
  const memberOf = new Map(members.map((id) => [memberTopic(id), id]))
  listener.onMessage((topic, json) => {
    const memberId = memberOf.get(topic)
    if (memberId) signals.push({ memberId, signal: JSON.parse(json) as MemberSignal })
    else frames.push(frameSchema.parse(JSON.parse(json)))
  })
  await listener.subscribe([...conversations.map(conversationTopic), ...memberOf.keys()])
  await waitUntil('the listener is subscribed', () => listener.state() === 'ready')
  return {
    frames,
    signals,
    clear: () => {
      frames.length = 0
      signals.length = 0
    },
    isReady: () => listener.state() === 'ready',
    end: () => listener.end(),
  }
}
