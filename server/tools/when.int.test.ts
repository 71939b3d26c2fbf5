/** The command as scripts run it: one line of JSON, the exit code, and the same on every host. */
import { execFile } from 'node:child_process'
import { describe, expect, test } from 'vitest'

type Run = { code: number; out: string; err: string }

function when(args: readonly string[], tz?: string): Promise<Run> {
  const env = { ...process.env, ...(tz ? { TZ: tz } : {}) }
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', 'server/tools/when.ts', ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}
const json = ({ out }: Run) => {
  expect(out.trimEnd().split('\n')).toHaveLength(1)
  return JSON.parse(out) as Record<string, unknown>
}
const NOW = ['--now', '2026-12-05T10:00:00Z']

describe('words', () => {
  test('in any zone of the host: one line, one answer', async () => {
    const args = ['tue 4pm', '--zone', 'Europe/Berlin', ...NOW, '--json']
    const runs = await Promise.all(['UTC', 'Pacific/Kiritimati', 'America/New_York'].map((tz) => when(args, tz)))
    for (const run of runs) {
      expect(run).toMatchObject({ code: 0, err: '' })
      expect(json(run)).toEqual({
        ok: true,
        epochSeconds: 1_796_742_000,
        wallClock: '2026-12-08T16:00:00',
        zone: 'Europe/Berlin',
        kind: 'exact',
        choice: null,
        shows: '2026-12-08T16:00:00',
        alternatives: [],
      })
    }
  })

  test('a person’s zone, the locale and alternatives', async () => {
    const mine = await when([
      '5/12 9:00 @ana',
      '--zone',
      'UTC',
      '--locale',
      'en-GB',
      '--person',
      'Ana=Asia/Tokyo',
      ...NOW,
      '--json',
    ])
    expect(json(mine)).toMatchObject({
      zone: 'Asia/Tokyo',
      wallClock: '2027-12-05T09:00:00',
      alternatives: [
        { differs: 'other-order', wallClock: '2027-05-12T09:00:00' },
        { differs: 'other-half', wallClock: '2026-12-05T21:00:00' },
      ],
    })
  })

  test('what is no time: told, and not zero', async () => {
    const run = await when(['yesterday 9', '--zone', 'Europe/Berlin', ...NOW, '--json'])
    expect(run.code).toBe(1)
    expect(json(run)).toEqual({
      ok: false,
      error: 'time_in_past',
      message: 'That was 2026-12-04 09:00 in Europe/Berlin, and it is 2026-12-05 11:00 there now. Choose a later time.',
    })
  })

  test('in the language of the locale', async () => {
    const german = await when(['morgen 9 uhr', '--locale', 'de', '--zone', 'Europe/Berlin', ...NOW, '--json'])
    expect(german.code).toBe(0)
    expect(json(german)).toMatchObject({ ok: true, wallClock: '2026-12-06T09:00:00', zone: 'Europe/Berlin' })
  })

  test('furthest ahead is what the field has, and can be set', async () => {
    const far = ['1 jan 2029 9am', '--zone', 'Europe/Berlin', ...NOW, '--json']
    const [usual, farther, wrong] = await Promise.all([
      when(far),
      when([...far, '--horizon', '1000']),
      when([...far, '--horizon', 'far']),
    ])
    expect([usual.code, json(usual).error]).toEqual([1, 'time_too_far'])
    expect(json(farther)).toMatchObject({ ok: true, wallClock: '2029-01-01T09:00:00' })
    expect([wrong.code, json(wrong).error]).toEqual([2, 'misasked'])
  })

  test('their time', async () => {
    const args = ['tomorrow 9 their time', '--zone', 'Europe/Berlin', ...NOW, '--json']
    const [without, theirs] = await Promise.all([when(args), when([...args, '--theirs', 'Asia/Tokyo'])])
    expect(json(without).error).toBe('unknown_person')
    expect(json(theirs)).toMatchObject({ ok: true, zone: 'Asia/Tokyo', wallClock: '2026-12-06T09:00:00' })
  })

  test('for people', async () => {
    const run = await when(['nov 7 2027 1:30am', '--zone', 'America/New_York', ...NOW])
    expect(run.code).toBe(0)
    expect(run.out).toBe(
      [
        '1825565400 is in 336 d 19 h: America/New_York Sun 2027-11-07 01:30:00 -04:00',
        '2027-11-07 01:30:00 comes twice there. This is the first.',
        '  or 1825569000 is in 336 d 20 h: America/New_York Sun 2027-11-07 01:30:00 -05:00 (later)',
        '',
      ].join('\n'),
    )
  })
})

describe('a wall clock', () => {
  const wall = (time: string, zone: string, ...more: string[]) =>
    when(['--wall', time, '--zone', zone, ...more, '--json'])

  test('that is skipped, with the choice', async () => {
    const [usual, earlier] = await Promise.all([
      wall('2027-03-14T02:30', 'America/New_York'),
      wall('2027-03-14T02:30', 'America/New_York', '--choice', 'earlier'),
    ])
    expect(json(usual)).toMatchObject({
      ok: true,
      epochSeconds: 1_805_009_400,
      wallClock: '2027-03-14T02:30:00',
      kind: 'gap',
      choice: 'later',
      shows: '2027-03-14T03:30:00',
      alternatives: [{ epochSeconds: 1_805_005_800, choice: 'earlier', shows: '2027-03-14T01:30:00' }],
    })
    expect(json(earlier)).toMatchObject({ epochSeconds: 1_805_005_800, choice: 'earlier' })
  })

  test('that comes twice, half an hour apart, with the choice (K68)', async () => {
    const second = await wall('2027-04-04T01:45', 'Australia/Lord_Howe', '--choice', 'second')
    expect(json(second)).toMatchObject({
      epochSeconds: Date.parse('2027-04-03T15:15:00Z') / 1000,
      kind: 'fold',
      choice: 'later',
      alternatives: [{ epochSeconds: Date.parse('2027-04-03T14:45:00Z') / 1000 }],
    })
  })

  test('that is on no calendar', async () => {
    const run = await wall('2027-02-30T09:00', 'UTC')
    expect([run.code, json(run).error]).toEqual([1, 'invalid_wall_clock'])
  })
})

describe('a rule', () => {
  const rule = (args: readonly string[], tz?: string) => when(['--rule', 'FREQ=DAILY', '--json', ...args], tz)
  const daily = ['--wall', '2026-12-07T09:00', '--count', '1']

  test('of several zones the first, of none this machine’s, as with words', async () => {
    const [first, own] = await Promise.all([
      rule([...daily, '--zone', 'Asia/Tokyo', '--zone', 'UTC']),
      rule(daily, 'Asia/Tokyo'),
    ])
    for (const run of [first, own])
      expect(json(run)).toMatchObject({ zone: 'Asia/Tokyo', occurrences: [{ epochSeconds: 1_796_601_600 }] })
  })

  test('what it cannot use it refuses, in JSON', async () => {
    const refused = (args: readonly string[]) => rule([...daily, '--zone', 'UTC', ...args])
    const runs = await Promise.all([
      refused(['--now', '2026-12-05T10:00']),
      refused(['--choice', 'earlier']),
      refused(['--locale', 'de']),
      rule(['--wall', '1960-01-01T09:00', '--zone', 'UTC']),
      rule([...daily, '--zone', 'Mars/Olympus']),
    ])
    expect(runs.map((run) => [run.code, json(run).error])).toEqual([
      [2, 'misasked'],
      [2, 'misasked'],
      [2, 'misasked'],
      [2, 'invalid_input'],
      [2, 'invalid_zone'],
    ])
  })
})

test('as the command is called: the answer is the last line, and the only one where npm is silent', async () => {
  const npm = (...how: string[]) =>
    new Promise<string[]>((resolve) => {
      const args = ['run', ...how, 'when', '--', 'tue 4pm', '--zone', 'Europe/Berlin', ...NOW, '--json']
      execFile('npm', args, (_, out) => resolve(out.trimEnd().split('\n')))
    })
  const [plain, silent] = await Promise.all([npm(), npm('--silent')])
  expect(silent).toHaveLength(1)
  expect(plain.at(-1)).toBe(silent[0])
  expect(JSON.parse(silent[0] ?? '')).toMatchObject({ ok: true, epochSeconds: 1_796_742_000, zone: 'Europe/Berlin' })
})

test.each([
  ['words', ['nov 7 2027 1:30am', '--choice', 'second'], /--choice says nothing about words: say "first", "second"/],
  [
    'a wall clock',
    ['--wall', '2027-03-14T02:30', '--theirs', 'Asia/Tokyo'],
    /--theirs says nothing about a wall clock/,
  ],
  ['a wall clock', ['--wall', '2027-03-14T02:30', '--horizon', '9'], /--horizon says nothing about a wall clock/],
  ['an instant', ['1770000000', '--locale', 'de'], /--locale says nothing about an instant/],
] as const)('what has no effect on %s is refused: %j', async (_, args, message) => {
  const run = await when([...args, '--zone', 'America/New_York', ...NOW, '--json'])
  expect([run.code, json(run).error]).toEqual([2, 'misasked'])
  expect(json(run).message).toMatch(message)
})

test('an instant on several clocks, as before', async () => {
  const run = await when(['1770000000', '--zone', 'Asia/Tokyo', ...NOW, '--json'])
  expect(JSON.parse(run.out)).toEqual({
    at: 1_770_000_000,
    fromNow_ms: 1_770_000_000_000 - Date.parse('2026-12-05T10:00:00Z'),
    zones: [
      { zone: 'UTC', wallClock: '2026-02-02T02:40:00', offset_s: 0 },
      { zone: 'Asia/Tokyo', wallClock: '2026-02-02T11:40:00', offset_s: 32_400 },
    ],
  })
})

test.each([
  ['an unknown zone', ['tue 4pm', '--zone', 'Mars/Olympus'], 'invalid_zone', /Mars\/Olympus/],
  ['milliseconds', ['1770000000000'], 'no_instant', /milliseconds/],
  ['an unknown choice', ['--wall', '2027-03-14T02:30', '--zone', 'UTC', '--choice', 'third'], 'misasked', /third/],
  ['a clock without a zone', ['tue 4pm', '--zone', 'UTC', '--now', '2026-12-05T10:00'], 'misasked', /--now/],
  ['nothing', [], 'misasked', /Usage/],
] as const)('%s is not asked rightly', async (_, args, error, message) => {
  const [machine, person] = await Promise.all([when([...args, '--json']), when(args)])
  expect([machine.code, person.code]).toEqual([2, 2])
  expect(JSON.parse(machine.out)).toMatchObject({
    ok: false,
    error,
    message: expect.stringMatching(message) as unknown,
  })
  expect(person.out).toBe('')
  expect(person.err).toMatch(message)
})
