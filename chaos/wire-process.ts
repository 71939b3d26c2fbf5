/** The wires of a run, in a process of their own: what they forward must not wait for the load and the simulated people. */
import { openWire, type Wire, type WireFault } from './fault-proxy.ts'

/** Asked over the IPC channel, each answered by its number. `lose` answers when an answer was lost. */
export type WireQuestion = { number: number } & (
  | { do: 'open'; name: string; port: number }
  | { do: 'set'; name: string; fault: WireFault }
  | { do: 'move'; name: string; port: number }
  | { do: 'lose'; name: string; statement: string }
)
export type WireReply = { number: number; port: number }

const wires = new Map<string, Wire>()

process.on('message', (question: WireQuestion) => {
  void answer(question).then((port) => process.send?.({ number: question.number, port } satisfies WireReply))
})
// Nothing of a run outlives it.
process.once('disconnect', () => process.exit(0))

async function answer(question: WireQuestion): Promise<number> {
  if (question.do === 'open') wires.set(question.name, await openWire(question.name, question.port))
  const wire = wires.get(question.name)
  if (!wire) throw new Error(`no wire ${question.name}`)
  if (question.do === 'set') wire.set(question.fault)
  else if (question.do === 'move') wire.moveTo(question.port)
  else if (question.do === 'lose') await wire.loseAnswerTo(new RegExp(question.statement))
  return wire.port
}
