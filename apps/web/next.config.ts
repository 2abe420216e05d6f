import path from 'node:path'
import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_BUILD } from 'next/constants'

// The content security policy carries a nonce per request, so proxy.ts sets it.
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
]

/** Addresses of earlier versions; a query is kept. The API's addresses are another matter. */
const moved = [
  { source: '/plans', destination: '/changes' },
  { source: '/plans/:path*', destination: '/changes/:path*' },
  { source: '/uploads/:path*', destination: '/recordings/new' },
  { source: '/recordings', destination: '/recordings/new' },
  { source: '/audit', destination: '/settings/audit' },
  { source: '/hosts', destination: '/' },
  { source: '/assumptions', destination: '/help/reference/assumptions' },
  ofOneHost('/analyses', 'hostId', '/hosts/:host'),
  { source: '/analyses', destination: '/' },
  ofOneHost('/load-balancer', 'host', '/hosts/:host/load-balancer'),
  { source: '/load-balancer', destination: '/' },
  ofOneHost('/real-time', 'host', '/hosts/:host/real-time'),
  { source: '/real-time', destination: '/' },
]

/** A page of all hosts, whose query named one, went to that host. */
function ofOneHost(source: string, name: string, destination: string) {
  return {
    source,
    has: [{ type: 'query' as const, key: name, value: '(?<host>[^/]+)' }],
    destination,
  }
}

// There are no rewrites to the API because Next cuts their request bodies at 10 MB; server.ts is
// the gateway.
const config: NextConfig = {
  poweredByHeader: false,
  // `npm run lint` checks the types, so starting the product need not wait for that.
  typescript: { ignoreBuildErrors: true },
  transpilePackages: ['@steelyard/contract'],
  turbopack: { root: path.join(import.meta.dirname, '../..') },
  redirects: async () => moved.map((each) => ({ ...each, permanent: true })),
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
}

/** The build also copies what it needs of node_modules, for `npm run bundle`. */
const built: NextConfig = { ...config, output: 'standalone' }

export default (phase: string): NextConfig => (phase === PHASE_PRODUCTION_BUILD ? built : config)
