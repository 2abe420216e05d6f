import { makeAccountLink } from '../access/account-links.ts'
import { hasAdministrator } from '../access/administrators.ts'
import type { Db } from '../db.ts'

/**
 * Makes the one-time link that the ready line prints, and voids the links of earlier starts. The
 * token works only once, and behind the `#` it is in no log and no referrer.
 * @returns the path below the dashboard, or undefined when an administrator exists
 */
export async function createSetupLink(db: Db): Promise<string | undefined> {
  if (await hasAdministrator(db)) return undefined
  const { token } = await db.$transaction((tx) => makeAccountLink(tx, 'set-up', null))
  return `/setup#token=${token}`
}
