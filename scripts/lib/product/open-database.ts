import { existsSync } from 'node:fs'
import path from 'node:path'
import { runningDatabase, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import type { Settings } from './settings.ts'

/**
 * Runs `use` on the product's database, beside the product if that is running; an embedded server that
 * is not running is started and stopped.
 * @throws Error when there is none yet
 */
export async function withOpenDatabase<T>(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  use: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) return use(databaseUrl)
  if (!existsSync(path.join(dataDir, 'pg')))
    throw new Error(`${dataDir} holds no database. See STEELYARD_DATA_DIR and DATABASE_URL.`)
  const running = await runningDatabase(dataDir)
  if (running !== undefined) return use(running)
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    return await use(server.url)
  } finally {
    await server.stop()
  }
}
