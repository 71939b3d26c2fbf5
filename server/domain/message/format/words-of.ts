/** A message as it reads where nothing is drawn: its words without the signs around them. Pure. */
import { mayBeFormatted } from './may-be-formatted.ts'
import { parseMessage } from './parse-message.ts'
import type { Block, Inline } from './syntax.ts'

/** People, and channels that are stored without a name, stay as they are stored (`<@U…>`, `<#C…>`): nobody is known here. */
export const wordsOf = (text: string): string =>
  mayBeFormatted(text) ? parseMessage(text).map(wordsOfBlock).join('\n') : text

function wordsOfBlock(block: Block): string {
  switch (block.type) {
    case 'code':
      return block.text
    case 'list':
      return block.items.map((item, at) => `${listSign(block.start, at)} ${wordsOfLine(item)}`).join('\n')
    case 'paragraph':
    case 'quote':
      return wordsOfLine(block.children)
  }
}

const listSign = (start: number | null, at: number): string => (start === null ? '•' : `${start + at}.`)
const wordsOfLine = (nodes: readonly Inline[]): string => nodes.map(wordsOfNode).join('')

/** An address as people write it themselves. */
const bare = (address: string): string => address.replace(/^mailto:/, '').replace(/\/$/, '')

function wordsOfNode(node: Inline): string {
  switch (node.type) {
    case 'text':
    case 'code':
      return node.text
    case 'bold':
    case 'italic':
    case 'strike':
      return wordsOfLine(node.children)
    case 'link':
      return bare(node.href) === bare(node.text) ? node.text : `${node.text} ${node.href}`
    case 'person':
      return `<@${node.id}>`
    case 'channel':
      return node.text ? `#${node.text}` : `<#${node.id}>`
    case 'everyone':
      return `@${node.who}`
    case 'emoji':
      return node.glyph
    case 'time':
      return node.time.fallback
  }
}
