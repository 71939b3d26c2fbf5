import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { NO_RULES } from '#server/domain/moderation/content-rules.ts'
import { listAuditEvents } from '#server/mysql/audit.ts'
import { foundCompany } from '#server/testing/company.ts'
import { addConversation } from '#server/testing/people.ts'
import {
  listPosted,
  moveSendAt,
  nowSeconds,
  readRow,
  refOf,
  scheduleDue,
  scheduleOne,
  sendThese,
} from '#server/testing/scheduling.ts'
import { openSlackDoor, tokenOf } from '#server/testing/slack-door.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { editMessage } from '../messages/edit-message.ts'
import { postMessage } from '../messages/post-message.ts'
import { listNotices } from '../notices/notices.ts'
import { editScheduled } from '../scheduled/edit-scheduled.ts'
import { retryFailed } from '../scheduled/retry-failed.ts'
import { createSeries } from '../series/create-series.ts'
import { editFollowing } from '../series/edit-following.ts'
import { loadSeries } from '../series/load-series.ts'
import { createWebhook } from '../webhooks/administer-webhooks.ts'
import { loadContentRules, saveContentRules } from './administer-rules.ts'
import { loadMatchers } from './check-content.ts'

const world = useTestWorld()
const RULES = { words: ['darn'], links: { rule: 'refuse' as const, hosts: ['evil.example'] } }
const REFUSED = { code: 'content_refused', facts: { kind: 'word', found: 'darn' } }

async function setUp() {
  const r = world().resources
  const company = await foundCompany(r)
  const ana = await company.hire()
  const conversationId = await addConversation(r, [ana, company.owner])
  const say = (text: string, payload: string | null = null, actor: Actor = ana) =>
    postMessage(r, actor, { conversationId, text, payload, clientToken: randomUUID() })
  const posted = async () => (await listPosted(r, ana, conversationId)).map(({ text }) => text)
  return { r, company, owner: company.owner, ana, conversationId, say, posted }
}

test('what is typed, edited or put into blocks is refused with the word or the site it names; nothing of it is posted', async () => {
  const { r, owner, ana, conversationId, say, posted } = await setUp()
  const before = await say('fine')
  await saveContentRules(r, owner, RULES)
  await expect(say('Oh DARN!')).rejects.toMatchObject(REFUSED)
  await expect(say('Oh darn!', null, owner)).rejects.toMatchObject(REFUSED)
  await expect(say('', JSON.stringify({ blocks: [{ text: 'darn' }] }))).rejects.toMatchObject(REFUSED)
  await expect(say('see https://login.evil.example/x')).rejects.toMatchObject({
    code: 'content_refused',
    facts: { kind: 'link', found: 'login.evil.example' },
  })
  await expect(
    editMessage(r, ana, { conversationId, messageId: before.id, text: 'darn', payload: null }),
  ).rejects.toMatchObject(REFUSED)
  await say('darning is fine')
  expect(await posted()).toEqual(['fine', 'darning is fine'])
})

test('among messages that are posted together only the one is refused', async () => {
  const { r, owner, say, posted } = await setUp()
  await saveContentRules(r, owner, RULES)
  const done = await Promise.allSettled(['one', 'darn', 'two'].map((text) => say(text)))
  expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await posted()).toSorted()).toEqual(['one', 'two'])
})

test('the rules of one workspace are nothing to another, and hold at once in every process', async () => {
  const [one, two] = [await setUp(), await setUp()]
  const elsewhere = await world().openResources()
  const sayElsewhere = (text: string) =>
    postMessage(elsewhere, one.ana, { conversationId: one.conversationId, text, clientToken: randomUUID() })
  await saveContentRules(one.r, one.owner, RULES)
  await two.say('darn')
  await expect(sayElsewhere('darn')).rejects.toMatchObject(REFUSED)
  await saveContentRules(one.r, one.owner, { ...RULES, words: ['drat'] })
  await sayElsewhere('darn')
  await expect(sayElsewhere('drat')).rejects.toMatchObject({ facts: { found: 'drat' } })
  await saveContentRules(one.r, one.owner, NO_RULES)
  await sayElsewhere('drat')
  expect(await two.posted()).toEqual(['darn'])
})

test('a message for later is refused when it is accepted or reworded; a new time alone is none of the rules’ business', async () => {
  const { r, owner, ana, conversationId } = await setUp()
  const before = await scheduleOne(r, ana, conversationId, { text: 'darn, said before the rule' })
  await saveContentRules(r, owner, RULES)
  await expect(scheduleOne(r, ana, conversationId, { text: 'darn' })).rejects.toMatchObject(REFUSED)
  const fine = await scheduleOne(r, ana, conversationId, { text: 'fine' })
  await expect(editScheduled(r, ana, { id: fine.id, text: 'darn' })).rejects.toMatchObject(REFUSED)
  expect(await readRow(r, ana, fine.id)).toMatchObject({ status: 'SCHEDULED', version: 1 })
  await expect(editScheduled(r, ana, { id: before.id, sendAt: before.sendAt + 60 })).resolves.toMatchObject({
    version: 2,
  })
})

test('what was accepted before the rule fails in the sending transaction, names the word, and keeps its text (C4, C5)', async () => {
  const { r, owner, ana, conversationId, posted } = await setUp()
  const other = await setUp()
  const [refused, good, theirs] = [
    await scheduleDue(r, ana, conversationId, { text: 'darn, at nine' }),
    await scheduleDue(r, ana, conversationId, { text: 'fine, at nine' }),
    await scheduleDue(r, other.ana, other.conversationId, { text: 'darn elsewhere' }),
  ]
  await saveContentRules(r, owner, RULES)
  const report = await sendThese(r, [refOf(ana, refused.id), refOf(ana, good.id), refOf(other.ana, theirs.id)])
  expect(report).toMatchObject({ failed: 1 })
  expect(await posted()).toEqual(['fine, at nine'])
  expect(await other.posted()).toEqual(['darn elsewhere'])
  expect(await readRow(r, ana, refused.id)).toMatchObject({ status: 'FAILED', failReason: 'content_refused' })
  expect(await listNotices(r, ana)).toMatchObject([
    {
      kind: 'scheduled_failed',
      scheduledId: refused.id,
      reason: 'content_refused',
      violation: { kind: 'word', found: 'darn' },
    },
  ])
  const events = await listAuditEvents(r.mysql.read, ana.workspaceId, refused.id)
  expect(events.at(-1)).toMatchObject({
    kind: 'failed',
    detail: { reason: 'content_refused', kind: 'word', found: 'darn' },
  })

  const again = async (text?: string) =>
    retryFailed(r, ana, {
      ...{ id: refused.id, sendAt: (await nowSeconds(r)) + 3_600, zone: 'Europe/Berlin' },
      ...(text === undefined ? {} : { text }),
    })
  await expect(again()).rejects.toMatchObject(REFUSED)
  await expect(again('dear me, at nine')).resolves.toMatchObject({ status: 'SCHEDULED', text: 'dear me, at nine' })
})

test('a repeating message is refused when it is made or reworded; a rule since then stops each of its messages and not the repetition', async () => {
  const { r, owner, ana, conversationId } = await setUp()
  const wallClock = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)
  const make = (text: string) =>
    createSeries(r, ana, {
      conversationId,
      text,
      rule: 'FREQ=DAILY',
      zone: 'UTC',
      wallClock,
      clientToken: randomUUID(),
    })
  const series = await make('darn, daily')
  await saveContentRules(r, owner, RULES)
  await expect(make('darn')).rejects.toMatchObject(REFUSED)
  await expect(editFollowing(r, ana, { id: series.id, text: 'darn again' })).rejects.toMatchObject(REFUSED)
  const first = series.upcoming[0]?.id
  if (!first) throw new Error('stored with the series')
  await moveSendAt(r, ana, first, (await nowSeconds(r)) - 1)
  await sendThese(r, [refOf(ana, first)])
  expect(await readRow(r, ana, first)).toMatchObject({ status: 'FAILED', failReason: 'content_refused' })
  expect(await loadSeries(r, ana, series.id)).toMatchObject({ status: 'ACTIVE' })
  await expect(editFollowing(r, ana, { id: series.id, text: 'fine, daily' })).resolves.toBeDefined()
})

test('programs are told in Slack’s words, webhooks too', async () => {
  const { r, owner, ana, conversationId } = await setUp()
  await saveContentRules(r, owner, RULES)
  const door = await openSlackDoor(r)
  const said = await door.call(await tokenOf(r, ana), 'chat.postMessage', {
    channel: formatId('conversation', conversationId),
    text: 'darn',
  })
  expect(said).toMatchObject({
    ok: false,
    error: 'restricted_action',
    response_metadata: { messages: ['[ERROR] the workspace does not allow "darn" in messages'] },
  })
  const { path } = await createWebhook(r, ana, { conversationId, label: 'x' })
  const answer = await fetch(door.webhookUrl(path), {
    method: 'POST',
    body: new URLSearchParams({ payload: '{"text":"darn"}' }),
  })
  expect([answer.status, await answer.text()]).toEqual([403, 'action_prohibited'])
  await door.close()
})

test('administrators give the rules, and nobody else reads or changes them', async () => {
  const { r, owner, ana } = await setUp()
  expect(await loadContentRules(r, owner)).toEqual({ ...NO_RULES, changed: null })
  const saved = await saveContentRules(r, owner, { ...RULES, words: [' darn ', 'darn'] })
  expect(saved).toMatchObject({ ...RULES, changed: { by: owner.memberId } })
  expect(await loadContentRules(r, owner)).toEqual(saved)
  await expect(saveContentRules(r, owner, { ...RULES, words: ['!'] })).rejects.toMatchObject({
    code: 'invalid_input',
    facts: { field: 'words', value: '!' },
  })
  await expect(loadContentRules(r, ana)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(saveContentRules(r, ana, NO_RULES)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await loadContentRules(r, owner)).toEqual(saved)
})

test('where no workspace of a batch has rules, nothing is read for them', async () => {
  const { ana } = await setUp()
  const nothingToAsk = null as never
  expect((await loadMatchers(nothingToAsk, [[ana.workspaceId, { moderated: false }]])).size).toBe(0)
})
