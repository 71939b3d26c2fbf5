/** The host of an address as browsers read it: lower case, ASCII, without user names, ports and a last dot; null where there is none. */
export function hostOf(address: string): string | null {
  try {
    return new URL(address).hostname.replace(/\.$/, '') || null
  } catch {
    return null
  }
}

/** Up to where an address goes on, whatever stands around it: quotes, brackets, Slack's `<address|label>`. No scheme is longer. */
const LINK = /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>|"'`()[\]{}\\^]+/gu

/** Hosts of what is written as a link: with its scheme, or beginning with `www.`. @param folded in small letters */
export function linkedHosts(folded: string): string[] {
  return [...folded.matchAll(LINK)].flatMap(([link]) => hostOf(link.includes('://') ? link : `http://${link}`) ?? [])
}

const OUTSIDE_NAMES = /[^\p{L}\p{M}\p{N}.。-]+/u
const IS_ASCII = /^[a-z0-9.-]+$/

/** Every name that could be a host, so that one without `https://` is found as well. @param folded in small letters */
export function namedHosts(folded: string): string[] {
  return folded
    .split(OUTSIDE_NAMES)
    .map(withoutEdges)
    .flatMap((name) => {
      if (!/[.。]/.test(name)) return []
      return IS_ASCII.test(name) ? name : (hostOf(`http://${name}`) ?? [])
    })
}

const isEdge = (letter: string | undefined) => letter === '.' || letter === '-' || letter === '。'

function withoutEdges(name: string): string {
  let [from, to] = [0, name.length]
  while (from < to && isEdge(name[from])) from++
  while (to > from && isEdge(name[to - 1])) to--
  return name.slice(from, to)
}

/** Whether it or anything it lies below is listed. */
export function isListed(host: string, listed: ReadonlySet<string>): boolean {
  for (let name = host; name !== ''; name = name.slice(name.indexOf('.') + 1)) {
    if (listed.has(name)) return true
    if (!name.includes('.')) return false
  }
  return false
}
