import { describe, expect, test } from 'vitest'
import { createTestWebServer, openBrowser, type Browser } from '#server/testing/browser.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { appRouter } from './router.ts'

const world = useTestWorld()
type Ids = { workspaceId: string; memberId: string }

async function found(browser: Browser, name: string): Promise<Ids> {
  await browser.signUp('Founder')
  const made = await browser.mutate('workspaces.create', { name, displayName: 'Founder', zone: 'Europe/Berlin' })
  return made.data as Ids
}

describe('another workspace', () => {
  test('is out of reach through every call, and looks as if it were not there', async () => {
    const web = createTestWebServer(world().resources)
    const [victim, attacker] = [openBrowser(web), openBrowser(web)]
    const [theirs, mine] = [await found(victim, 'Victim'), await found(attacker, 'Attacker')]
    const secret = (
      await victim.mutate('conversations.create', {
        workspaceId: theirs.workspaceId,
        name: 'victim-secret',
        kind: 'public',
      })
    ).data as { id: string }
    const upload = (
      await victim.mutate('files.begin', { workspaceId: theirs.workspaceId, name: 'victim.txt', size: 1 })
    ).data as { id: string }
    const message = (
      await victim.mutate('messages.post', {
        workspaceId: theirs.workspaceId,
        conversationId: secret.id,
        text: 'victim text',
        clientToken: 'victim-token',
      })
    ).data as { id: string }
    const sendAt = Math.floor(Date.now() / 1000) + 3600
    const scheduled = (
      await victim.mutate('scheduled.create', {
        workspaceId: theirs.workspaceId,
        conversationId: secret.id,
        text: 'victim later',
        sendAt,
        zone: 'Etc/UTC',
        clientToken: 'victim-later',
      })
    ).data as { id: string }
    const series = (
      await victim.mutate('series.create', {
        workspaceId: theirs.workspaceId,
        ...{ conversationId: secret.id, text: 'victim again', zone: 'Etc/UTC', clientToken: 'victim-again' },
        ...{ rule: 'FREQ=WEEKLY', wallClock: new Date((sendAt + 86_400) * 1000).toISOString().slice(0, 19) },
      })
    ).data as { id: string }
    const invitation = (await victim.mutate('invitations.create', { workspaceId: theirs.workspaceId, role: 'member' }))
      .data as { id: string }

    const draft = (
      await victim.mutate('drafts.keep', {
        workspaceId: theirs.workspaceId,
        conversationId: secret.id,
        text: 'victim draft',
        sendAt,
        zone: 'Etc/UTC',
        clientToken: 'victim-draft',
      })
    ).data as { id: string }

    const wanted = { speaksAs: { kind: 'me' }, label: 'victim', scopes: ['chat:write'] }
    const issued = (await victim.mutate('tokens.create', { workspaceId: theirs.workspaceId, ...wanted })).data as {
      id: string
    }

    await victim.mutate('moderation.setRules', {
      workspaceId: theirs.workspaceId,
      ...{ words: ['victim word'], links: { rule: 'refuse', hosts: [] } },
    })
    const hook = (
      await victim.mutate('webhooks.create', {
        workspaceId: theirs.workspaceId,
        ...{ conversationId: secret.id, label: 'victim hook' },
      })
    ).data as { id: string }

    const probes: Record<string, object> = {
      'workspaces.get': {},
      'workspaces.updateSettings': { freeze_s: 1 },
      'invitations.create': { role: 'member' },
      'invitations.list': {},
      'invitations.revoke': { id: invitation.id },
      'members.list': {},
      'members.updateMe': { displayName: 'Hacked' },
      'members.setRole': { memberId: theirs.memberId, role: 'member' },
      'members.deactivate': { memberId: theirs.memberId },
      'members.activate': { memberId: theirs.memberId },
      'conversations.list': {},
      'conversations.browse': {},
      'conversations.create': { name: 'hacked', kind: 'public' },
      'conversations.openDirect': { memberId: theirs.memberId },
      'conversations.members': { conversationId: secret.id },
      'conversations.audience': { conversationId: secret.id },
      'conversations.join': { conversationId: secret.id },
      'conversations.leave': { conversationId: secret.id },
      'conversations.archive': { conversationId: secret.id },
      'conversations.invite': { conversationId: secret.id, memberId: mine.memberId },
      'conversations.remove': { conversationId: secret.id, memberId: theirs.memberId },
      'conversations.rename': { conversationId: secret.id, name: 'hacked' },
      'conversations.setPurpose': { conversationId: secret.id, purpose: 'hacked' },
      'conversations.setTopic': { conversationId: secret.id, topic: 'hacked' },
      'files.begin': { name: 'hacked.txt', size: 1 },
      'files.state': { id: upload.id },
      'files.finish': { id: upload.id },
      'files.discard': { id: upload.id },
      'messages.post': { conversationId: secret.id, text: 'hacked', clientToken: 'attacker-1' },
      'messages.edit': { conversationId: secret.id, messageId: message.id, text: 'hacked', seenEditedMs: null },
      'messages.delete': { conversationId: secret.id, messageId: message.id },
      'messages.react': { conversationId: secret.id, messageId: message.id, emoji: 'tada', on: true },
      'messages.thread': { conversationId: secret.id, rootId: message.id },
      'messages.pin': { conversationId: secret.id, messageId: message.id, on: true },
      'messages.pinned': { conversationId: secret.id },
      'messages.save': { conversationId: secret.id, messageId: message.id, on: true },
      'messages.saved': {},
      'messages.versions': { conversationId: secret.id, messageId: message.id },
      'messages.history': { conversationId: secret.id },
      'messages.around': { conversationId: secret.id, at: message.id },
      'search.messages': { query: 'victim' },
      'sync.connect': {},
      'sync.heads': {},
      'sync.catchUp': { conversationId: secret.id, epoch: 1, afterSeq: 0 },
      'sync.markRead': { conversationId: secret.id, seq: 1 },
      'sync.markUnread': { conversationId: secret.id, seq: 1 },
      'scheduled.create': {
        conversationId: secret.id,
        text: 'hacked',
        sendAt,
        zone: 'Etc/UTC',
        clientToken: 'attacker-2',
      },
      'scheduled.list': { status: 'pending' },
      'scheduled.get': { id: scheduled.id },
      'scheduled.history': { id: scheduled.id },
      'scheduled.edit': { id: scheduled.id, version: 1, text: 'hacked' },
      'scheduled.cancel': { id: scheduled.id },
      'scheduled.sendNow': { id: scheduled.id },
      'scheduled.retry': { id: scheduled.id, sendAt, zone: 'Etc/UTC' },
      'scheduled.hold': { id: scheduled.id },
      'scheduled.changeMany': {
        steps: [
          { do: 'cancel', id: scheduled.id },
          { do: 'move', id: scheduled.id, version: 1, sendAt: sendAt + 60, zone: 'Etc/UTC' },
          { do: 'again', id: scheduled.id, clientToken: 'attacker-3' },
        ],
      },
      'othersScheduled.list': { authorId: theirs.memberId },
      'othersScheduled.cancel': { id: scheduled.id },
      'othersScheduled.move': { id: scheduled.id, version: 1, sendAt: sendAt + 60, zone: 'Etc/UTC' },
      'othersScheduled.readText': { id: scheduled.id },
      'othersScheduled.listSeries': { authorId: theirs.memberId },
      'othersScheduled.pauseSeries': { id: series.id },
      'othersScheduled.resumeSeries': { id: series.id },
      'othersScheduled.endSeries': { id: series.id },
      'othersScheduled.handOver': { from: theirs.memberId, to: mine.memberId, ids: [scheduled.id] },
      'drafts.list': {},
      'drafts.keep': {
        conversationId: secret.id,
        text: 'hacked',
        sendAt,
        zone: 'Etc/UTC',
        clientToken: 'attacker-4',
      },
      'drafts.change': { id: draft.id, version: 1, text: 'hacked' },
      'drafts.delete': { id: draft.id },
      'drafts.arm': { id: draft.id },
      'series.create': {
        ...{ conversationId: secret.id, text: 'hacked', zone: 'Etc/UTC', clientToken: 'attacker-3' },
        ...{ rule: 'FREQ=DAILY', wallClock: '2027-01-04T09:00' },
      },
      'series.list': {},
      'series.get': { id: series.id },
      'series.history': { id: series.id },
      'series.preview': { of: { id: series.id }, wallClock: '2027-01-04T09:00', zone: 'Etc/UTC' },
      'series.skipNext': { id: series.id },
      'series.pause': { id: series.id },
      'series.resume': { id: series.id },
      'series.end': { id: series.id },
      'series.editFollowing': { id: series.id, text: 'hacked' },
      'series.handOver': { id: series.id, memberId: mine.memberId },
      'notices.list': {},
      'notices.markSeen': { ids: [message.id] },
      'operations.overview': {},
      'operations.lateness': { range: 'hour' },
      'operations.hydration': {},
      'operations.explain': { id: scheduled.id },
      'tokens.list': {},
      'tokens.mine': {},
      'tokens.create': { speaksAs: { kind: 'bot', memberId: theirs.memberId }, label: 'x', scopes: ['chat:write'] },
      'tokens.revoke': { id: issued.id },
      'moderation.rules': {},
      'moderation.setRules': { words: ['hacked'], links: { rule: 'refuse', hosts: [] } },
      'webhooks.list': {},
      'webhooks.mine': {},
      'webhooks.create': { conversationId: secret.id, label: 'hacked' },
      'webhooks.revoke': { id: hook.id },
    }
    const outside = [
      'clock.now',
      'session.me',
      'workspaces.mine',
      'workspaces.create',
      'invitations.preview',
      'invitations.accept',
    ]
    const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: 'query' | 'mutation' } }>
    expect(Object.keys(probes).toSorted()).toEqual(
      Object.keys(procedures)
        .filter((path) => !outside.includes(path))
        .toSorted(),
    )

    for (const [path, input] of Object.entries(probes)) {
      const call = procedures[path]?._def.type === 'mutation' ? attacker.mutate : attacker.query
      // Asking in their workspace: it is not there.
      expect(await call(path, { ...input, workspaceId: theirs.workspaceId }), path).toMatchObject({
        status: 404,
        domain: { code: 'not_found' },
      })
      // Asking for their things in one's own workspace: nothing of theirs comes out.
      const answer = JSON.stringify(await call(path, { ...input, workspaceId: mine.workspaceId }))
      expect(answer, path).not.toMatch(/victim/i)
      if ('conversationId' in input || 'memberId' in input || 'id' in input || 'of' in input)
        expect(answer, path).toContain('"status":404')
    }
    expect(
      (await victim.query('conversations.members', { workspaceId: theirs.workspaceId, conversationId: secret.id }))
        .data,
    ).toEqual([theirs.memberId])
    expect(
      (await victim.query('scheduled.get', { workspaceId: theirs.workspaceId, id: scheduled.id })).data,
    ).toMatchObject({ text: 'victim later', status: 'SCHEDULED', version: 1 })
    expect((await victim.query('drafts.list', { workspaceId: theirs.workspaceId })).data).toMatchObject([
      { text: 'victim draft', version: 1 },
    ])
    expect(
      (await victim.query('messages.history', { workspaceId: theirs.workspaceId, conversationId: secret.id })).data,
    ).toMatchObject({ messages: [{ text: 'victim text' }] })
  })
})
