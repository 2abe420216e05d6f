import { createDb, type Db, useAuditKey } from '@steelyard/api/administration'
import { runningDatabase } from '../lib/postgres/embedded-postgres.ts'
import { readSettings } from '../lib/product/settings.ts'
import { withDatabase } from '../lib/product/with-database.ts'
import { auditKeyOf } from '../lib/secrets.ts'

/** Reads the trail of the installation that the environment describes, running or stopped. */
export async function withTrail<T>(
  env: NodeJS.ProcessEnv,
  use: (db: Db) => Promise<T>,
): Promise<T> {
  const settings = readSettings(env)
  useAuditKey(auditKeyOf(settings))
  const databaseUrl = settings.databaseUrl ?? (await runningDatabase(settings.dataDir))
  return withDatabase({ ...settings, databaseUrl }, async (url) => {
    const db = createDb(url, 2)
    try {
      return await use(db)
    } finally {
      await db.$disconnect()
    }
  })
}
