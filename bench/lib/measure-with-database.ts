import { spawnSync } from 'node:child_process'
import { generateDatabaseClient } from '../../scripts/lib/build.ts'
import { migrate } from '../../scripts/lib/migrate.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { startEmbeddedPostgres } from '../../scripts/lib/postgres/embedded-postgres.ts'
import {
  makeTemporaryDataDirectory,
  removeDataDirectory,
} from '../../scripts/lib/postgres/temporary-data.ts'

/**
 * Runs a script of the API with an empty database of its own. It gets what is wanted as JSON on its
 * standard input, and the last line that it prints is what it measured.
 * @throws Error where the script fails
 */
export async function measureWithDatabase(script: string, wanted: object): Promise<object> {
  await generateDatabaseClient()
  const dataDir = makeTemporaryDataDirectory()
  const server = await startEmbeddedPostgres({ dataDir, throwAway: true })
  try {
    await migrate(server.url)
    const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', inRoot(script)], {
      input: JSON.stringify({ databaseUrl: server.url, dataDir, ...wanted }),
      stdio: ['pipe', 'pipe', 'inherit'],
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${script} failed.`)
    return JSON.parse(stdout.trim().split('\n').at(-1)!)
  } finally {
    await server.stop()
    removeDataDirectory(dataDir)
  }
}
