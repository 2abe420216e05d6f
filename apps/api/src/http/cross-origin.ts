import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Prevents cross-site request forgery. A browser states where an unsafe request comes from
 * (`Sec-Fetch-Site`, or `Origin` in older ones), and only our own pages may send one. A request
 * with neither header does not come from a browser and carries no ambient cookie. A browser never
 * sends a bearer token by itself. In addition, the session cookie is SameSite=Strict.
 * @throws AppError `forbidden` with code `cross-origin`
 */
export function refuseCrossOrigin(
  request: Pick<FastifyRequest, 'method' | 'headers' | 'host'>,
  webOrigin: string,
): void {
  if (SAFE_METHODS.has(request.method) || request.headers.authorization) return
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  if (site === 'same-origin' || site === 'none') return
  if (site === undefined && (origin === undefined || isOurs(origin, request.host, webOrigin)))
    return
  throw new AppError('forbidden', 'This request came from another site.', {
    code: 'cross-origin',
    internal: `origin ${String(origin)}, sec-fetch-site ${String(site)}, host ${request.host}`,
  })
}

/** The opaque origin `null` and malformed origins are never ours. */
function isOurs(origin: string, host: string, webOrigin: string): boolean {
  return origin === webOrigin || (URL.canParse(origin) && new URL(origin).host === host)
}
