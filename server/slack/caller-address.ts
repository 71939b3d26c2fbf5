/**
 * Where a request comes from, for limits alone: the last entry of X-Forwarded-For, which the server in front of this one
 * wrote itself; what stands before it is the caller's own word. Of IPv6 the first 64 bits: a household has as many
 * addresses behind them as it likes.
 */
export function callerAddress(headers: Headers): string {
  const last = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim().toLowerCase() ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(last)?.[1]
  if (mapped) return mapped
  return last.includes(':') ? networkOf(last) : last.slice(0, MAX_LENGTH)
}

const MAX_LENGTH = 45
const GROUPS = 8

function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const [left, right] = [head, tail].map((part) => (part === '' ? [] : part.split(':')))
  const missing = Math.max(0, GROUPS - (left?.length ?? 0) - (right?.length ?? 0))
  const groups = [...(left ?? []), ...Array.from({ length: missing }, () => '0'), ...(right ?? [])]
  const network = groups.slice(0, GROUPS / 2).map((group) => group.slice(0, 4).replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
