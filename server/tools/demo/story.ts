/** Who works in the demo workspace, where, and what they have said so far. */
export const WORKSPACE_NAME = 'Carillon Demo'

export const PEOPLE = [
  { key: 'anna', name: 'Anna Weber', zone: 'Europe/Berlin', role: 'owner' },
  { key: 'maya', name: 'Maya Johnson', zone: 'America/New_York', role: 'admin' },
  { key: 'kenji', name: 'Kenji Sato', zone: 'Asia/Tokyo', role: 'member' },
  { key: 'priya', name: 'Priya Nair', zone: 'Asia/Kolkata', role: 'member' },
  { key: 'diego', name: 'Diego Alvarez', zone: 'America/Los_Angeles', role: 'member' },
] as const
export type PersonKey = (typeof PEOPLE)[number]['key']

export const emailOf = (key: PersonKey) => `${key}@carillon.test`

export type DemoChannel = { name: string; kind: 'public' | 'private'; topic: string; members: readonly PersonKey[] }

/** The channel everyone is in comes with the workspace; its topic is set here. */
export const GENERAL_TOPIC = 'Everyone, everything that concerns us all'

export const CHANNELS: readonly DemoChannel[] = [
  {
    name: 'launch',
    kind: 'public',
    topic: 'Spring launch: what goes out, and when',
    members: ['anna', 'maya', 'kenji', 'priya', 'diego'],
  },
  { name: 'leadership', kind: 'private', topic: 'Anna, Maya and Priya', members: ['anna', 'maya', 'priya'] },
]

export type Line = { from: PersonKey; text: string }

export const CHANNEL_LINES: Record<string, readonly Line[]> = {
  general: [
    {
      from: 'anna',
      text: 'Welcome, everyone. We are spread over five time zones now, so please write when it suits you and schedule when it suits the reader.',
    },
    {
      from: 'kenji',
      text: 'おはようございます. Good morning from Tokyo. It is already evening for some of you, I know.',
    },
    { from: 'diego', text: 'Still very much yesterday in LA. I will schedule my updates for your mornings.' },
    { from: 'priya', text: 'The holiday calendar for all offices is up to date. Please check your own days.' },
  ],
  launch: [
    {
      from: 'maya',
      text: 'The announcement has to appear at exactly 9:00 in New York. Not a minute early: the embargo ends on the second.',
    },
    { from: 'priya', text: 'The release notes are final. I can have the changelog post waiting for the same moment.' },
    {
      from: 'kenji',
      text: 'I checked the status page texts for the maintenance window. Two messages, one at the start, one at the end.',
    },
    { from: 'anna', text: 'Perfect. Put them into the schedule, and whoever is asleep at that time stays asleep.' },
  ],
  leadership: [
    { from: 'anna', text: 'Numbers for the board go out on Monday morning, each in their own morning please.' },
    { from: 'maya', text: 'Draft is done. I will schedule mine tonight and change it if anything moves.' },
  ],
}

export const DIRECT_LINES: readonly { between: readonly [PersonKey, PersonKey]; lines: readonly Line[] }[] = [
  {
    between: ['anna', 'kenji'],
    lines: [
      { from: 'anna', text: 'No need to answer tonight. When is a good time to talk about the maintenance window?' },
      { from: 'kenji', text: 'Your 10:00 is my 18:00 at the moment, that works well.' },
    ],
  },
  {
    between: ['maya', 'diego'],
    lines: [
      {
        from: 'maya',
        text: 'Can you proofread the announcement before it goes out? It is scheduled, so edits until the last second are fine.',
      },
    ],
  },
]
