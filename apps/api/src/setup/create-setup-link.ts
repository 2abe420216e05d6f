import { hashSecret, randomSecret } from '../access/secrets.ts'
import type { Db } from '../db.ts'

const VALID_MS = 24 * 3600 * 1000

/** An installation without an active administrator needs setup, even if it had one earlier. */
export async function isSetupNeeded(db: Pick<Db, 'user'>): Promise<boolean> {
  const where = { role: 'administrator', disabledAt: null }
  return (await db.user.count({ where })) === 0
}

/**
 * Makes the one-time link that the ready line prints, and voids the links of earlier starts. The
 * page sends no referrer and the token works only once, so its trace in a history is worthless.
 * @returns the path below the dashboard, or undefined when an administrator exists
 */
export async function createSetupLink(db: Db): Promise<string | undefined> {
  if (!(await isSetupNeeded(db))) return undefined
  const token = randomSecret()
  await db.$transaction([
    db.setupLink.deleteMany({ where: { usedAt: null } }),
    db.setupLink.create({
      data: { tokenHash: hashSecret(token), expiresAt: new Date(Date.now() + VALID_MS) },
    }),
  ])
  return `/setup?token=${token}`
}
