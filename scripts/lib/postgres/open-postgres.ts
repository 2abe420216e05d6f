import { startEmbeddedPostgres, superuserAddress } from './embedded-postgres.ts'
import { placeDatabase } from './postgres-data-directory.ts'
import { findRunningPostmaster } from './postmaster.ts'

/**
 * Runs `use` on the embedded database as its superuser, beside the product if that is running; else
 * the server is started and stopped.
 */
export async function withOpenPostgres<T>(
  dataDir: string,
  use: (server: { adminUrl: string; pgData: string }) => Promise<T>,
): Promise<T> {
  const { pgData } = placeDatabase(dataDir)
  const addressOf = superuserAddress(dataDir)
  const port = await findRunningPostmaster(pgData, addressOf)
  if (port !== undefined) return use({ adminUrl: addressOf(port), pgData })
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}
