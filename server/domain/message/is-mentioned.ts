/** Apart from whom a text names: a device asks only about its own member, with every message, and loads nothing else for it. */
export const CODE = /```[\s\S]*?```|`[^`\n]+`/g
const EVERYONE = /<!(?:channel|here|everyone)[|>]/

/** @param publicId of the member: `U…` */
export function isMentioned(text: string, publicId: string): boolean {
  if (!text.includes('<@') && !text.includes('<!')) return false
  const said = text.replaceAll(CODE, '')
  return EVERYONE.test(said) || [`<@${publicId}>`, `<@${publicId}|`].some((token) => said.includes(token))
}
