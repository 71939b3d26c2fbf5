/** Hears what the product publishes of a conversation, and can say it again: a repeated delivery, byte for byte. */
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { conversationTopic } from '#server/domain/partition/redis-keys.ts'
import { productEnv, type Room } from './demo.ts'

export async function tapFrames(room: Room) {
  const topic = conversationTopic(room.conversationId)
  const listener = await openRedis()
  const speaker = await openRedis()
  let heard = ''
  listener.on('data', (bytes: string) => {
    heard += bytes
  })
  listener.write(command('SSUBSCRIBE', topic))
  await once(listener, 'data')
  return {
    /** Frames heard so far, as JSON. */
    frames: (): string[] => heard.split('\r\n').filter((line) => line.startsWith('{"v":')),
    async again(frame: string): Promise<void> {
      speaker.write(command('SPUBLISH', topic, frame))
      const [reply] = (await once(speaker, 'data')) as [string]
      if (!reply.startsWith(':')) throw new Error(`SPUBLISH: ${reply}`)
    },
    end() {
      listener.destroy()
      speaker.destroy()
    },
  }
}

/** Redis' own wire form; two commands do not need a client. */
const command = (...words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`

async function openRedis(): Promise<Socket> {
  const { hostname, port, password } = new URL(productEnv('REDIS_URL'))
  const socket = connect(Number(port || 6379), hostname)
  socket.setEncoding('utf8')
  await once(socket, 'connect')
  if (password) {
    socket.write(command('AUTH', decodeURIComponent(password)))
    await once(socket, 'data')
  }
  return socket
}
