/** The wires of a run as the harness holds them; they themselves live in a process of their own (wire-process.ts). */
import { fork } from 'node:child_process'
import type { WireFault } from './fault-proxy.ts'
import type { WireQuestion, WireReply } from './wire-process.ts'

export type RemoteWire = {
  name: string
  port: number
  set(fault: WireFault): Promise<void>
  /** Resolves once an answer was lost. */
  loseAnswerTo(statement: RegExp): Promise<void>
  moveTo(port: number): Promise<void>
}

export type Wires = {
  open(name: string, port: number): Promise<RemoteWire>
  close(): void
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'number'> : never

/** @param program of Node, relative to `cwd` */
export function startWires(program: string, cwd: string): Wires {
  const child = fork(program, {
    cwd,
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, (port: number) => void>()
  let numbers = 0
  child.on('message', ({ number, port }: WireReply) => {
    waiting.get(number)?.(port)
    waiting.delete(number)
  })
  const ask = (question: Unnumbered<WireQuestion>) =>
    new Promise<number>((resolve) => {
      const number = ++numbers
      waiting.set(number, resolve)
      child.send({ ...question, number })
    })
  return {
    async open(name, port) {
      return {
        name,
        port: await ask({ do: 'open', name, port }),
        set: async (fault) => void (await ask({ do: 'set', name, fault })),
        loseAnswerTo: async (statement) => void (await ask({ do: 'lose', name, statement: statement.source })),
        moveTo: async (to) => void (await ask({ do: 'move', name, port: to })),
      }
    },
    close: () => child.disconnect(),
  }
}
