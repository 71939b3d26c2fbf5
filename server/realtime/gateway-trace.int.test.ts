import { InMemorySpanExporter } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import type { Actor } from '#server/domain/member/authorize.ts'
import { traceInto } from '#server/process/start-tracing.ts'
import { gatewayRoom } from '#server/testing/gateway-room.ts'
import { addConversation } from '#server/testing/people.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const { resources, people, connect, post } = gatewayRoom()

test('what a gateway emits names the message and the numbers that its sender published, so that both can be joined (O2)', async () => {
  const [ann, ben] = (await people(2)) as [Actor, Actor]
  const shared = await addConversation(resources(), [ann, ben])
  const socket = await connect(ben)
  const exporter = new InMemorySpanExporter()
  exporter.shutdown = async () => undefined // would forget them
  const end = await traceInto(exporter, 'gateway')
  const { id } = await post(resources(), ann, shared, 'the secret plan')
  await waitUntil('it arrives', () => socket.of('frame').length > 0)
  await end()

  const spans = exporter.getFinishedSpans()
  const attributes = (name: string) => spans.find((span) => span.name === name)?.attributes
  expect(attributes('gateway emit')).toMatchObject({ 'carillon.message.ids': [id], 'carillon.members': 1 })
  expect(attributes('gateway emit')?.['carillon.numbers']).toEqual(attributes('publish')?.['carillon.numbers'])
  expect(JSON.stringify(spans.map((span) => span.attributes))).not.toContain('secret')
})
