/** What a trace of Chromium says about a page: the tasks of its main thread, and the frames that reached the screen. */

export const TRACED = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'devtools.timeline.frame',
  'v8',
  'disabled-by-default-v8.gc',
]

export type Task = {
  at_ms: number
  ms: number
  /** Where its time went, by the browser's own names, without what each contains; most first. */
  parts: { name: string; ms: number }[]
}
export type Traced = { tasks: Task[]; drawn_ms: number[] }

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  args?: { name?: string }
}
const TASK = 'RunTask'

export function readTrace(json: string): Traced {
  const { traceEvents } = JSON.parse(json) as { traceEvents: TraceEvent[] }
  const page = busiest(traceEvents)
  const spans = traceEvents
    .filter((each) => each.ph === 'X' && each.pid === page.pid && each.tid === page.tid && each.dur !== undefined)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const drawn = traceEvents.filter(({ name, pid }) => name === 'DrawFrame' && pid === page.pid)
  return { tasks: tasksOf(spans), drawn_ms: drawn.map(({ ts }) => ts / 1000).toSorted((a, b) => a - b) }
}

/** The main thread that did most: a browser has one for each of its pages and workers. */
function busiest(events: readonly TraceEvent[]): Pick<TraceEvent, 'pid' | 'tid'> {
  const mains = events.filter(
    ({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain',
  )
  const work = mains.map(({ pid, tid }) => ({
    pid,
    tid,
    us: events.reduce(
      (sum, each) => sum + (each.pid === pid && each.tid === tid && each.name === TASK ? (each.dur ?? 0) : 0),
      0,
    ),
  }))
  const most = work.toSorted((a, b) => b.us - a.us)[0]
  if (!most) throw new Error('the trace has no main thread of a page: was another page traced?')
  return most
}

function tasksOf(spans: readonly TraceEvent[]): Task[] {
  const tasks: (Task & { own: Map<string, number> })[] = []
  const open: { name: string; end: number }[] = []
  for (const { name, ts, dur = 0 } of spans) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= ts) open.pop()
    if (open.length === 0) {
      if (name !== TASK) continue
      tasks.push({ at_ms: ts / 1000, ms: dur / 1000, parts: [], own: new Map() })
    }
    const { own } = tasks.at(-1) ?? { own: new Map<string, number>() }
    const outer = open.at(-1)
    if (outer) own.set(outer.name, (own.get(outer.name) ?? 0) - dur / 1000)
    own.set(name, (own.get(name) ?? 0) + dur / 1000)
    open.push({ name, end: ts + dur })
  }
  return tasks.map(({ own, ...task }) => ({
    ...task,
    parts: [...own]
      .map(([name, ms]) => ({ name, ms }))
      .filter(({ ms }) => ms >= 1)
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 6),
  }))
}
