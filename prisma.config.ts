// The package `prisma` is installed under the name prisma-cli: npm would otherwise take it for the
// optional peer of @prisma/client, and put it with all it pulls in into production installs.
import path from 'node:path'
import { defineConfig } from 'prisma-cli/config'

// Prisma downloads a native schema engine when it finds none, which fails behind a firewall. The
// script below offers the same protocol on top of the WASM engine that npm installed.
// Set PRISMA_SCHEMA_ENGINE_BINARY to an empty value to have the native engine back.
if (process.platform !== 'win32') {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(
    import.meta.dirname,
    'scripts/prisma-schema-engine.mjs',
  )
}
process.env.CHECKPOINT_DISABLE ??= '1'
process.env.PRISMA_HIDE_UPDATE_MESSAGE ??= '1'

// `prisma generate` needs no database; commands that do say plainly that this one does not answer.
const noDatabase = 'postgresql://steelyard@127.0.0.1:5432/steelyard'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? noDatabase },
})
