import { createHash } from 'node:crypto'

export type PolicySources = {
  /** Unguessable, one per answer: scripts that carry it run, and what those load. */
  nonce: string
  /** Inline scripts that are the same in every answer, as they stand in the page. */
  inlineScripts: readonly string[]
  /** Address of the socket tier as browsers reach it, e.g. `https://live.example.org`. */
  gatewayUrl: string
  /** A development build reloads itself and evaluates code for its error pages. */
  development: boolean
}

/**
 * What a page may load, run and talk to (SECURITY "CSP", W3C CSP 3): own files, the socket tier, nothing inline without
 * the nonce. Style attributes are allowed, for they place things and run nothing.
 *
 * @returns the value of a `Content-Security-Policy` header
 */
export function contentSecurityPolicy({ nonce, inlineScripts, gatewayUrl, development }: PolicySources): string {
  const hashes = inlineScripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  const scripts = [`'nonce-${nonce}'`, ...hashes, "'strict-dynamic'", ...(development ? ["'unsafe-eval'"] : [])]
  const styles = development ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`
  const gateway = new URL(gatewayUrl).origin
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    `style-src ${styles}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self' ${gateway} ${gateway.replace(/^http/, 'ws')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
