import { signInPath } from '@steelyard/contract/plain'
import { type NextRequest, NextResponse } from 'next/server'
import { bringsSession } from './lib/session-cookie.ts'

/**
 * Scripts run only with this request's nonce. Styles allow `unsafe-inline` because Radix and
 * Recharts position elements through style attributes.
 */
function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === 'development'
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What can be read without a session. */
const OPEN = /^\/(?:sign-in|setup|welcome)(?:\/|$)/

export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl
  // A session that has ended is found by the layout, which asks the API for it anyway.
  if (!bringsSession(request.cookies.getAll()) && !OPEN.test(pathname)) {
    return NextResponse.redirect(new URL(signInPath(pathname + search), request.url), 302)
  }
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const policy = contentSecurityPolicy(nonce)
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('x-path', pathname)
  headers.set('x-query', search)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

export const config = {
  matcher: [{ source: '/((?!api/|_next/static|icon.svg).*)' }],
}
