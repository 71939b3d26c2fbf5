import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MemberId } from '#server/domain/ids.ts'
import { planEvent } from './apply-event.ts'
import type { SyncEvent } from './sync-event.ts'
import { createLocalCopy, createServerModel, HERE, ME, type LocalCopy, type ServerModel } from './sync-model.ts'

const commands = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('post' as const), mine: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), pick: fc.nat(1_000) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), pick: fc.nat(1_000) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('react' as const), pick: fc.nat(1_000) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reply' as const), pick: fc.nat(1_000) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('membership' as const), pick: fc.nat(4), active: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('topic' as const) }) },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('deliver' as const), pick: fc.nat(1_000) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('catchUp' as const), limit: fc.integer({ min: 1, max: 4 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('stalePage' as const),
        limit: fc.integer({ min: 1, max: 4 }),
        pick: fc.nat(100),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('history' as const), limit: fc.integer({ min: 1, max: 3 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('staleHistory' as const),
        limit: fc.integer({ min: 1, max: 3 }),
        pick: fc.nat(100),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('fresh' as const), limit: fc.integer({ min: 1, max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('evict' as const), keep: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('answer' as const), pick: fc.nat(100) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('failover' as const), lost: fc.nat(3) }) },
  ),
  { minLength: 10, maxLength: 60, size: 'max' },
)
/** Most of what can go wrong needs history that is not here. */
function halfCopied() {
  const server = createServerModel()
  const copy = createLocalCopy()
  for (let i = 0; i < 5; i++) server.post(i % 2 === 0)
  copy.apply(server.fresh(2))
  return { server, copy }
}

/** Answers that arrive long after they were read. */
type Late = { pages: SyncEvent[]; histories: SyncEvent[] }
type Command = typeof commands extends fc.Arbitrary<(infer One)[]> ? One : never

describe('the local copy', () => {
  test('ends equal to a fresh fetch, whatever frames were dropped, repeated, reordered or late (I6)', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const { server, copy } = halfCopied()
        const late: Late = { pages: [], histories: [] }
        for (const command of list) run(command, server, copy, late)
        settle(server, copy)
        expect(copy.cursor()).toMatchObject({ epoch: server.head().epoch, seq: server.head().lastSeq, floorSeq: 0 })
        expect(copy.messages()).toEqual(server.messages())
        for (const membership of copy.memberships()) expect(server.memberships()).toContainEqual(membership)
        expect(copy.conversation().topic).toBe(server.conversation().topic)
        expect(copy.unsentTokens().filter((token) => server.hasToken(token))).toEqual([])
      }),
      { numRuns: 1_500 },
    )
  })

  test('holds, at every moment, what the server had when the cursor passed, without a hole above the floor or a step back', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const { server, copy } = halfCopied()
        const late: Late = { pages: [], histories: [] }
        let before = { epoch: 0, changedSeqs: new Map<string, number>() }
        for (const command of list) {
          run(command, server, copy, late)
          const cursor = copy.cursor()
          if (!cursor || cursor.epoch !== server.head().epoch) continue
          const here = new Map(copy.messages().map((message) => [message.id, message]))
          for (const message of server.messages()) {
            if (message.seq < cursor.floorSeq)
              expect(here.has(message.id), `${message.seq} below the floor`).toBe(false)
            else if (message.changedSeq <= cursor.seq) expect(here.get(message.id)).toEqual(message)
          }
          for (const { id, changedSeq } of here.values()) {
            if (before.epoch === cursor.epoch)
              expect(changedSeq).toBeGreaterThanOrEqual(before.changedSeqs.get(id) ?? 0)
          }
          before = { epoch: cursor.epoch, changedSeqs: new Map([...here].map(([id, row]) => [id, row.changedSeq])) }
        }
      }),
      { numRuns: 400 },
    )
  })
})

function run(command: Command, server: ServerModel, copy: LocalCopy, late: Late): void {
  const cursor = copy.cursor()
  switch (command.do) {
    case 'post': {
      const token = server.post(command.mine)
      if (token) copy.writeUnsent(token)
      return
    }
    case 'edit':
      return server.edit(command.pick)
    case 'delete':
      return server.remove(command.pick)
    case 'react':
      return server.react(command.pick)
    case 'reply':
      return server.reply(command.pick)
    case 'membership':
      return server.setMembership(String(100 + command.pick) as MemberId, command.active)
    case 'topic':
      return server.setTopic()
    case 'failover':
      return server.failOver(command.lost)
    case 'deliver': {
      const frame = server.frame(command.pick)
      if (frame) copy.apply({ type: 'frame', frame })
      return
    }
    case 'answer': {
      const message = server.answer(command.pick)
      if (message) copy.apply({ type: 'posted', conversationId: HERE, message })
      return
    }
    case 'catchUp':
      if (cursor) applyPage(server, copy, server.page(cursor, command.limit))
      return
    case 'stalePage': {
      if (cursor) late.pages.push(server.page(cursor, command.limit))
      const old = late.pages[command.pick % Math.max(1, late.pages.length)]
      if (old) applyPage(server, copy, old)
      return
    }
    case 'history':
      if (cursor && cursor.floorSeq > 0) copy.apply(server.history(cursor, command.limit))
      return
    case 'staleHistory': {
      if (cursor && cursor.floorSeq > 0) late.histories.push(server.history(cursor, command.limit))
      const old = late.histories[command.pick % Math.max(1, late.histories.length)]
      if (old) copy.apply(old)
      return
    }
    case 'fresh':
      copy.apply(server.fresh(command.limit, cursor))
      copy.refreshConversation(server.listed())
      return
    case 'evict':
      copy.evict(command.keep)
  }
}

/** A page that starts anew says nothing of the conversation itself, so its list is fetched too. */
function applyPage(server: ServerModel, copy: LocalCopy, page: SyncEvent): void {
  copy.apply(page)
  if (page.type === 'page' && page.page.reset) copy.refreshConversation(server.listed())
}

/** What the sync layer does with a head until nothing is missing, and a reader who scrolls to the first message. */
function settle(server: ServerModel, copy: LocalCopy): void {
  for (let step = 0; step < 500; step++) {
    const verdict = copy.apply({ type: 'head', head: server.head() })
    const cursor = copy.cursor()
    if (!cursor || verdict === 'reset') {
      copy.forget()
      copy.apply(server.fresh(3))
      copy.refreshConversation(server.listed())
    } else if (verdict === 'behind') applyPage(server, copy, server.page(cursor, 3))
    else if (cursor.floorSeq > 0) copy.apply(server.history(cursor, 3))
    else return
  }
  throw new Error('it never settles')
}

describe('one piece of news', () => {
  const posted = (server: ServerModel) => {
    server.post(false)
    return server.lastFrame()
  }

  test('a frame moves the cursor only if it begins right behind it', () => {
    const server = createServerModel()
    const copy = createLocalCopy()
    copy.apply(server.fresh(10))
    const [first, second, third] = [posted(server), posted(server), posted(server)]
    expect(copy.apply({ type: 'frame', frame: second })).toBe('behind')
    expect(copy.cursor()?.seq).toBe(0)
    expect(copy.apply({ type: 'frame', frame: first })).toBe('applied')
    expect(copy.apply({ type: 'frame', frame: second })).toBe('applied')
    expect(copy.apply({ type: 'frame', frame: second })).toBe('repeated')
    const overlapping = { ...third, fromSeq: second.fromSeq, changes: [...second.changes, ...third.changes] }
    expect(copy.apply({ type: 'frame', frame: overlapping })).toBe('behind')
    expect(copy.cursor()?.seq).toBe(2)
    expect(copy.messages()).toEqual(server.messages())
  })

  test('a change first seen in a page of history is still known when the row was evicted and an older page comes', () => {
    const { server, copy } = halfCopied()
    const cursorNow = () => copy.cursor() ?? expect.fail('no cursor')
    const before = server.history(cursorNow(), 2)
    server.remove(1)
    const removal = server.lastFrame()
    copy.apply(server.history(cursorNow(), 2))
    copy.apply({ type: 'frame', frame: removal })
    copy.evict(2)
    expect(copy.apply(before)).toBe('behind')
    expect(copy.messages().map(({ seq }) => seq)).toEqual([4, 5])
    settle(server, copy)
    expect(copy.messages()).toEqual(server.messages())
  })

  test('the same frame twice gives the same copy', () => {
    const server = createServerModel()
    const copy = createLocalCopy()
    copy.apply(server.fresh(10))
    const frame = posted(server)
    copy.apply({ type: 'frame', frame })
    const before = copy.messages()
    copy.apply({ type: 'frame', frame })
    expect(copy.messages()).toEqual(before)
  })

  test("own message: committed, answer and frame lost, then found by catch-up: one bubble with the server's time (K102)", () => {
    const server = createServerModel()
    const copy = createLocalCopy()
    copy.apply(server.fresh(10))
    const token = server.post(true)
    copy.writeUnsent(token ?? '')
    const cursor = copy.cursor()
    if (!cursor) throw new Error('no cursor')
    copy.apply(server.page(cursor, 50))
    expect(copy.unsentTokens()).toEqual([])
    expect(copy.messages()).toEqual(server.messages())
  })

  test('own message whose answer comes before its frame is shown once, and nothing between is skipped (K105)', () => {
    const server = createServerModel()
    const copy = createLocalCopy()
    copy.apply(server.fresh(10))
    const other = posted(server)
    const token = server.post(true) ?? ''
    const mine = server.lastFrame()
    copy.writeUnsent(token)
    copy.apply({ type: 'posted', conversationId: HERE, message: server.messages()[1]! })
    expect(copy.unsentTokens()).toEqual([])
    expect(copy.cursor()?.seq).toBe(0)
    copy.apply({ type: 'frame', frame: other })
    copy.apply({ type: 'frame', frame: mine })
    expect(copy.messages()).toEqual(server.messages())
    expect(copy.cursor()?.seq).toBe(2)
  })

  test("another author's message with the same client token does not take the place of mine", () => {
    const server = createServerModel()
    const copy = createLocalCopy()
    copy.apply(server.fresh(10))
    copy.writeUnsent('the-same')
    server.postWithToken('the-same', false)
    copy.apply({ type: 'frame', frame: server.lastFrame() })
    expect(copy.unsentTokens()).toEqual(['the-same'])
  })

  test('a message that is already here is not written as unsent again', () => {
    const unsent = {
      clientToken: 'here',
      conversationId: HERE,
      threadRootId: null,
      text: 'x',
      payload: null,
      createdMs: 1,
      position: 1,
      state: 'waiting' as const,
      attempts: 0,
      errorCode: null,
    }
    const local = {
      me: ME,
      cursor: undefined,
      messages: new Map(),
      processed: new Map(),
      memberships: new Map(),
      conversation: undefined,
      sentTokens: new Set(['here']),
    }
    expect(planEvent(local, { type: 'optimistic', unsent }).unsent).toBeNull()
    expect(planEvent({ ...local, sentTokens: new Set() }, { type: 'optimistic', unsent }).unsent).toEqual(unsent)
  })

  test('a frame of an older epoch is ignored, one of a newer asks for a new start', () => {
    const server = createServerModel()
    const copy = createLocalCopy()
    posted(server)
    copy.apply(server.fresh(10))
    const old = posted(server)
    server.failOver(0)
    copy.forget()
    copy.apply(server.fresh(10))
    expect(copy.apply({ type: 'frame', frame: old })).toBe('repeated')
    server.failOver(1)
    expect(copy.apply({ type: 'head', head: server.head() })).toBe('reset')
  })
})
