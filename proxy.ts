import { randomBytes } from 'node:crypto'
import { NextResponse, type NextRequest } from 'next/server'
import { THEME_SCRIPT } from '#app/_ui/theme-script.ts'
import { contentSecurityPolicy } from '#server/web/content-security-policy.ts'

/** Gives every page its content security policy. Next reads the nonce from the request and writes it into its own scripts. */
export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy({
    nonce: randomBytes(16).toString('base64'),
    inlineScripts: [THEME_SCRIPT],
    gatewayUrl: process.env.GATEWAY_URL ?? request.nextUrl.origin,
    development: process.env.NODE_ENV === 'development',
  })
  const headers = new Headers(request.headers)
  headers.set('Content-Security-Policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  return response
}

/** Pages only: data has no scripts, and files are what pages load. */
export const config = { matcher: ['/((?!api/|services/|_next/static/|healthz$|metrics$|sw\\.js$).*)'] }
