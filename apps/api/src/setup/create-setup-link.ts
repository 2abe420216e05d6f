import { createHmac } from 'node:crypto'
import { makeAccountLink, usableLinks } from '../access/account-links.ts'
import { hasAdministrator, holdAdministrators } from '../access/administrators.ts'
import { hashSecret } from '../access/secrets.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db.ts'

/**
 * Gives the one-time link that the ready line prints. The database keeps only a hash of its token, so
 * the token follows from the secret that all APIs share: each of them prints the same link, at every
 * start until it is used or a day old. Behind the `#` it is in no log and no referrer.
 * @returns the path below the dashboard, or undefined when an administrator exists
 */
export async function createSetupLink(
  db: Db,
  { sessionSecret }: Pick<Config, 'sessionSecret'>,
): Promise<string | undefined> {
  const tokenOf = (id: string) =>
    createHmac('sha256', sessionSecret).update(`set-up link ${id}`).digest('base64url')
  return db.$transaction(async (tx) => {
    await holdAdministrators(tx)
    if (await hasAdministrator(tx)) return undefined
    const known = (await usableLinks(tx, 'set-up')).find(
      ({ id, tokenHash }) => hashSecret(tokenOf(id)) === tokenHash,
    )
    const token = known
      ? tokenOf(known.id)
      : (await makeAccountLink(tx, 'set-up', null, [], tokenOf)).token
    return `/setup#token=${token}`
  })
}
