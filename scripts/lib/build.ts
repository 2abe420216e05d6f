import { createRequire } from 'node:module'
import path from 'node:path'
import { inRoot, root } from './paths.ts'
import { run } from './run-command.ts'
import { runIfStale } from './stamps.ts'

const generated = inRoot('apps/api/src/generated')
const web = inRoot('apps/web')
const lockFile = inRoot('package-lock.json')

/** Generates the database client from the schema, when either changed. */
export async function generateDatabaseClient(signal?: AbortSignal): Promise<void> {
  const inputs = [inRoot('prisma/schema.prisma'), inRoot('prisma.config.ts'), lockFile]
  await runIfStale(path.join(generated, 'prisma', '.stamp'), inputs, () =>
    run('prisma generate', process.execPath, [programOf('prisma', root), 'generate'], {
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
    return run('next build', process.execPath, [programOf('next', web), 'build'], {
      cwd: web,
      env: { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
      quiet: true,
      signal,
    })
  })
}

/** The file that a package declares as its command, found from where that package is used. */
export function programOf(name: string, from: string): string {
  const require = createRequire(path.join(from, 'package.json'))
  const manifest = require.resolve(`${name}/package.json`)
  const { bin } = require(manifest) as { bin: string | Record<string, string> }
  const file = typeof bin === 'string' ? bin : bin[name]
  if (!file) throw new Error(`the package ${name} has no command of its own name`)
  return path.join(path.dirname(manifest), file)
}
