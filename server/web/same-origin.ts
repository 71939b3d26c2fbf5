/**
 * A change is accepted only from our own pages: JSON, and sent by our origin as the browser itself says. Browsers send
 * Origin with every POST, so its absence together with Sec-Fetch-Site is refused too.
 */
export function isSameOriginJson(request: Request, trustedOrigins: readonly string[]): boolean {
  const type = request.headers.get('content-type') ?? ''
  return /^application\/json\s*(;|$)/i.test(type) && isFromOwnPages(request, trustedOrigins)
}

/** For methods that other sites' pages cannot send without asking first. */
export function isFromOwnPages(request: Request, trustedOrigins: readonly string[]): boolean {
  const origin = request.headers.get('origin')
  if (origin !== null) return trustedOrigins.includes(origin)
  return request.headers.get('sec-fetch-site') === 'same-origin'
}

export const refuseForeign = () => refuse(403, 'changes are accepted only as JSON from our own pages')

export const refuse = (status: number, message: string) =>
  Response.json({ message }, { status, headers: { 'cache-control': 'private, no-store' } })
