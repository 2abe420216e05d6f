// The web process of a bundle. Next.js takes its settings from the build, as the server that it writes
// for `output: 'standalone'` does: a bundle has neither next.config.ts nor what reads it.
import { readFileSync } from 'node:fs'
import { inRoot } from '../paths.ts'

const { config } = JSON.parse(
  readFileSync(inRoot('apps/web/.next/required-server-files.json'), 'utf8'),
)
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
await import('../../../apps/web/server.ts')
