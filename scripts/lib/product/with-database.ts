import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import type { Settings } from './settings.ts'

/**
 * Runs a command on the product's database: the one of DATABASE_URL, or the embedded one, which it
 * starts and stops.
 * @throws Error when Steelyard is running on the data directory
 */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  use: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) return use(databaseUrl)
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    return await use(server.url)
  } finally {
    await server.stop()
  }
}
