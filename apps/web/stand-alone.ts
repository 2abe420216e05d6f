// The web process of a bundle, where next.config.ts and what reads it are missing: Next.js takes its
// settings from the build, as the server does that it writes for `output: 'standalone'`.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const built = path.join(import.meta.dirname, '.next/required-server-files.json')
const { config } = JSON.parse(readFileSync(built, 'utf8'))
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
await import('./server.ts')
