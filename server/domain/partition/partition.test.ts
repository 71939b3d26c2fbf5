import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareIds, type ConversationId, type MemberId, type MessageId, type WorkspaceId } from '../ids.ts'
import { LANE_COUNT, LANES, laneOf, type Lane } from './lane-of.ts'
import {
  claimKey,
  conversationTopic,
  dueKey,
  epochKey,
  formatDueMember,
  loadingKey,
  memberTopic,
  parseDueMember,
} from './redis-keys.ts'

const lane = (id: string) => laneOf(id as ConversationId)

test('the lane of a conversation is fixed for good: every stored row carries it', () => {
  const golden = {
    '1': 12,
    '2': 5,
    '42': 3,
    '1024': 2,
    '385624074237017088': 2,
    '385626254193440772': 11,
    '9223372036854775807': 11,
  }
  expect(Object.fromEntries(Object.keys(golden).map((id) => [id, lane(id)]))).toEqual(golden)
  expect(LANE_COUNT).toBe(16)
})

test('conversations made one after another spread over all lanes, none with twice its share', () => {
  const counts = new Map<number, number>()
  for (let i = 0n; i < 16_000n; i++) {
    const where = lane((385_626_254_193_440_772n + i * 4096n).toString())
    counts.set(where, (counts.get(where) ?? 0) + 1)
  }
  expect(counts.size).toBe(16)
  expect(Math.max(...counts.values())).toBeLessThan(2_000)
})

test('key names are fixed for good, and all keys of a partition share its hash tag', () => {
  const keysOf = (p: Lane) => [dueKey(p), claimKey(p), loadingKey(p), epochKey(p)]
  expect(keysOf(LANES[7] as Lane)).toEqual(['due:{7}', 'claim:{7}', 'loading:{7}', 'epoch:{7}'])
  expect(new Set(LANES.flatMap(keysOf)).size).toBe(64)
  expect(conversationTopic('9' as ConversationId)).toBe('conv:{9}')
  expect(memberTopic('9' as MemberId)).toBe('member:{9}')
})

const refs = fc.record({
  id: fc.bigInt(1n, (1n << 63n) - 1n).map(String),
  workspaceId: fc.bigInt(1n, (1n << 63n) - 1n).map(String),
})
const due = ({ id, workspaceId }: { id: string; workspaceId: string }) => ({
  id: id as MessageId,
  workspaceId: workspaceId as WorkspaceId,
})

test('what stands for a message in Redis is read back as the same, sorts by its creation, and tells nothing else', () => {
  expect(formatDueMember(due({ id: '33', workspaceId: '1' }))).toBe('0000000000011:0000000000001')
  fc.assert(
    fc.property(refs, refs, (a, b) => {
      const [one, other] = [formatDueMember(due(a)), formatDueMember(due(b))]
      expect(parseDueMember(one)).toEqual(due(a))
      expect(one).toHaveLength(27)
      if (a.id !== b.id) expect(one < other).toBe(compareIds(a.id, b.id) < 0)
    }),
  )
})

test.each(['', '1', 'abc:def', '0000000000011', '0000000000011:'])('"%s" stands for no message', (member) => {
  expect(() => parseDueMember(member)).toThrow()
})
