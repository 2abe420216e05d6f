import { breakGlass, createDb, useAuditKey } from '@steelyard/api/administration'
import { runningDatabase } from '../lib/postgres/embedded-postgres.ts'
import { readSettings } from '../lib/product/settings.ts'
import { withDatabase } from '../lib/product/with-database.ts'
import { auditKeyOf } from '../lib/secrets.ts'

/**
 * Lets a person back in who cannot be helped in the product, such as the only administrator: prints
 * a one-time link for a new password, and reactivates the account. Works while Steelyard runs, too.
 */
export async function resetPassword(
  env: NodeJS.ProcessEnv,
  email = '',
  option = '',
): Promise<void> {
  const settings = readSettings(env)
  useAuditKey(auditKeyOf(settings))
  const running = settings.databaseUrl ?? (await runningDatabase(settings.dataDir))
  const where = { databaseUrl: running, dataDir: settings.dataDir }
  await withDatabase(where, async (url) => {
    const db = createDb(url)
    try {
      const { token, expiresAt } = await breakGlass(db, email, option === '--administrator')
      const link = new URL(`/welcome#token=${token}`, settings.webUrl).href
      console.log(`The link works once, until ${expiresAt.toUTCString()}:\n\n  ${link}\n`)
    } finally {
      await db.$disconnect()
    }
  })
}
