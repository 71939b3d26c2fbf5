/** Every shortcut there is; `Mod` stands for Ctrl or ⌘. What is added anywhere is listed here. */
export type Shortcut = { keys: readonly string[]; does: string }
export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] }

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['?'], does: 'Show this list' },
      { keys: ['Mod', 'K'], does: 'Go to a channel, a person or a page' },
      { keys: ['Mod', 'Shift', 'F'], does: 'Search messages' },
      { keys: ['F8'], does: 'To the newest notification, to undo what it tells; Esc lets it go' },
      { keys: ['Alt', '↑'], does: 'Previous conversation' },
      { keys: ['Alt', '↓'], does: 'Next conversation' },
      { keys: ['Esc'], does: 'Close what is open; otherwise back to the message field' },
    ],
  },
  {
    title: 'Writing',
    shortcuts: [
      { keys: ['Enter'], does: 'Send' },
      { keys: ['Shift', 'Enter'], does: 'New line' },
      { keys: ['Mod', 'Shift', 'Enter'], does: 'Schedule: opens the dialog, and confirms in it' },
      { keys: ['1', '…', '4'], does: 'Choose a ready-made time, in the menu beside Send' },
      { keys: ['@'], does: 'Offers people to name, # channels and : emoji' },
      { keys: ['Mod', 'B'], does: 'Bold; I italic, Shift+X struck, Shift+C code' },
      { keys: ['/schedule'], does: 'Schedule in words: /schedule tue 9am Good morning' },
      { keys: ['/remind'], does: 'Remind somebody: /remind me tomorrow 9am Call Ana' },
    ],
  },
  {
    title: 'Messages',
    shortcuts: [
      { keys: ['↑'], does: 'In an empty message field: change your last message' },
      { keys: ['↑', '↓'], does: 'In the list of messages: the one before or after' },
      { keys: ['T'], does: 'Open its thread, and reply there' },
      { keys: ['R'], does: 'React with an emoji' },
      { keys: ['E'], does: 'Edit your own' },
      { keys: ['Delete'], does: 'Delete it (asks first)' },
    ],
  },
  {
    title: 'Scheduled messages',
    shortcuts: [
      { keys: ['J'], does: 'Next message' },
      { keys: ['K'], does: 'Previous message' },
      { keys: ['E'], does: 'Edit, or fix what failed' },
      { keys: ['R'], does: 'Reschedule' },
      { keys: ['S'], does: 'Send now (asks first)' },
      { keys: ['Delete'], does: 'Cancel (can be undone)' },
      { keys: ['Mod', 'Enter'], does: 'Save the text being edited' },
      { keys: ['X'], does: 'Choose, for many at once' },
      { keys: ['Shift', '↓'], does: 'Choose this and the next one; with a click, all between' },
      { keys: ['Esc'], does: 'Let all that is chosen go' },
    ],
  },
  {
    title: 'Week of scheduled messages',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'The one before or after by time' },
      { keys: ['M'], does: 'Take it up to move it' },
      { keys: ['↑', '↓'], does: 'While moving: a quarter of an hour, with Shift an hour' },
      { keys: ['←', '→'], does: 'While moving: a day, with Page ↑ and Page ↓ a week' },
      { keys: ['Enter'], does: 'Put it there; otherwise open it' },
      { keys: ['Esc'], does: 'Put it back' },
    ],
  },
]
