import path from 'node:path'
import type { NextConfig } from 'next'

// The content security policy carries a nonce per request, so proxy.ts sets it.
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
]

// There are no rewrites to the API because Next cuts their request bodies at 10 MB; server.ts is
// the gateway.
const config: NextConfig = {
  poweredByHeader: false,
  // `npm run lint` checks the types, so starting the product need not wait for that.
  typescript: { ignoreBuildErrors: true },
  transpilePackages: ['@steelyard/contract'],
  turbopack: { root: path.join(import.meta.dirname, '../..') },
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
}

export default config
