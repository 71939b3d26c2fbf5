/** Every shortcut there is; `Mod` stands for Ctrl or ⌘. What is added anywhere is listed here. */
export type Shortcut = { keys: readonly string[]; does: string }
export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] }

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['?'], does: 'Show this list' },
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
    ],
  },
]
