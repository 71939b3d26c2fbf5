import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseCookies } from 'better-call'

/**
 * The session's token from a `Cookie` header, or null where its signature is not ours. The form is the sign-in library's:
 * `token.signature`, the signature base64 of HMAC-SHA-256 over the token.
 */
export function tokenOfCookie(header: string | null, name: string, secret: string): string | null {
  const value = parseCookies(header ?? '').get(name)
  const dot = value?.lastIndexOf('.') ?? -1
  if (!value || dot < 1) return null
  const token = value.slice(0, dot)
  const [ours, theirs] = [
    createHmac('sha256', secret).update(token).digest(),
    Buffer.from(value.slice(dot + 1), 'base64'),
  ]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs) ? token : null
}
