import path from 'node:path'
import { inRoot } from './paths.ts'
import { programOf } from './program-of.ts'
import { run } from './run-command.ts'
import { runIfStale } from './stamps.ts'

const generated = inRoot('apps/api/src/generated')
const web = inRoot('apps/web')
const lockFile = inRoot('package-lock.json')

/** Generates the database client from the schema, when either changed. */
export async function generateDatabaseClient(signal?: AbortSignal): Promise<void> {
  const inputs = [inRoot('prisma/schema.prisma'), inRoot('prisma.config.ts'), lockFile]
  await runIfStale(path.join(generated, 'prisma', '.stamp'), inputs, () =>
    run('prisma generate', process.execPath, [programOf('prisma-cli', 'prisma'), 'generate'], {
      quiet: true,
      signal,
    }),
  )
}

/** Builds the dashboard for production, when its sources or those of the contract changed. */
export async function buildDashboard(
  announce: (message: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const inputs = [web, inRoot('packages/contract'), lockFile]
  await runIfStale(path.join(web, '.next', '.stamp'), inputs, () => {
    announce('Building the dashboard (once after each change) ...')
    return run('next build', process.execPath, [programOf('next'), 'build'], {
      cwd: web,
      env: { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
      quiet: true,
      signal,
    })
  })
}
