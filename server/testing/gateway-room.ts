/** One gateway for a test file, quick in its rounds, with people to connect and a way to lose what is published. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { millis } from '#server/domain/time/units.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { addMember, addWorkspace } from './people.ts'
import { openGateway, openSocket, openWithLostSignals, type TestGateway, type TestSocket } from './sockets.ts'
import { useTestWorld } from './test-world.ts'

/** Call at the top of a test file; read what it gives inside tests. */
export function gatewayRoom() {
  const world = useTestWorld()
  let gateway: TestGateway | undefined
  let lossy: Awaited<ReturnType<typeof openWithLostSignals>> | undefined
  const sockets: TestSocket[] = []

  beforeAll(async () => {
    const times = { refresh: millis(300), awayHeads: millis(200), awayNudge: millis(400) }
    gateway = await openGateway(world(), { times })
    lossy = await openWithLostSignals(world())
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close()
  })
  afterAll(async () => {
    await gateway?.close()
    await lossy?.close()
  })
  const opened = (): TestGateway => {
    if (!gateway) throw new Error('the gateway is read inside tests')
    return gateway
  }

  return {
    world,
    resources: (): Resources => world().resources,
    /** A process whose every publication is lost on the way. */
    lossy: (): Resources => {
      if (!lossy) throw new Error('the lossy process is read inside tests')
      return lossy
    },
    gateway: opened,
    async people(count: number): Promise<Actor[]> {
      const workspaceId = await addWorkspace(world().resources)
      return Promise.all(Array.from({ length: count }, () => addMember(world().resources, workspaceId)))
    },
    async connect(actor: Actor, transports?: ('websocket' | 'polling')[]): Promise<TestSocket> {
      const socket = await openSocket(opened(), world().resources, actor, transports)
      sockets.push(socket)
      return socket
    },
    post: (through: Resources, actor: Actor, conversationId: ConversationId, text = 'hello') =>
      postMessage(through, actor, { conversationId, text, clientToken: randomUUID() }),
  }
}
