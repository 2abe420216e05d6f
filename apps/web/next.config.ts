import path from 'node:path'
import type { NextConfig } from 'next'

// No rewrites to the API: Next cuts their request bodies at 10 MB. server.ts is the gateway.
const config: NextConfig = {
  poweredByHeader: false,
  transpilePackages: ['@steelyard/contract'],
  turbopack: { root: path.join(import.meta.dirname, '../..') },
}

export default config
