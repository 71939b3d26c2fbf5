/**
 * Makes server/domain/message/emoji-table.ts from emojibase-data: every emoji that has a name in Slack's set, by group,
 * with its names and the words it is found by. Run it after that package was raised; a unit test compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROJECT } from './provision/paths.mjs'

const OUT = path.join(PROJECT, 'server', 'domain', 'message', 'emoji-table.ts')
const require = createRequire(import.meta.url)
/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(require.resolve(`emojibase-data/en/${file}`), 'utf8'))
/** Skin tones and hair as signs of their own. */
const COMPONENTS = 'component'
/** Enough to be found by. */
const MOST_WORDS = 12

/** @returns the file's text */
export function emojiTable() {
  const names = read('shortcodes/iamcal.json')
  const { groups } = read('messages.json')
  /** @type {{ hexcode: string, unicode: string, label: string, group?: number, order?: number, tags?: string[], skins?: object[] }[]} */
  const all = read('compact.json')
  const parts = groups
    .toSorted((/** @type {{ order: number }} */ a, /** @type {{ order: number }} */ b) => a.order - b.order)
    .filter((/** @type {{ key: string }} */ { key }) => key !== COMPONENTS)
    .map((/** @type {{ order: number, message: string }} */ { order, message }) => {
      const lines = all
        .filter(({ group, hexcode }) => group === order && hexcode in names)
        .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
        .map(({ hexcode, unicode, label, tags = [], skins }) => {
          const own = [names[hexcode]].flat()
          const known = own.join('_').split('_')
          const words = [...new Set([...label.split(/[\s:,]+/), ...tags].map((word) => word.toLowerCase()))]
            .filter((word) => word !== '' && !known.includes(word) && /^[a-z0-9 -]+$/.test(word))
            .slice(0, MOST_WORDS)
          return [unicode, own.join(','), words.join(','), ...(skins ? ['toned'] : [])].join('|')
        })
      return [`# ${message[0].toUpperCase()}${message.slice(1)}`, ...lines].join('\n')
    })
  return `/** Made by scripts/make-emoji.mjs from emojibase-data; change nothing here by hand. */\nexport const EMOJI_TABLE = \`\n${parts.join('\n')}\n\`\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(OUT, emojiTable())
