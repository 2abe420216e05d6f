import type { Db, Prisma, Tx } from '../db.ts'
import { conflict } from '../errors.ts'

/** Any fixed number that no other lock in this database uses. */
const ADMINISTRATORS_LOCK = 0x57e15e70

/** Administrators who can sign in now: neither deactivated nor still to accept their invitation. */
const active: Prisma.UserWhereInput = {
  grants: { some: { role: 'administrator' } },
  disabledAt: null,
  OR: [{ passwordHash: { not: null } }, { passkeys: { some: {} } }],
}

/** Changes of who administers wait for each other until the commit. */
export async function holdAdministrators(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`
}

export async function hasAdministrator(db: Pick<Db, 'user'> | Tx): Promise<boolean> {
  return (await db.user.count({ where: active })) > 0
}

/**
 * To be called after a change, under `holdAdministrators`, so that nobody can lock everybody out.
 * @throws AppError `conflict` (`last-administrator`)
 */
export async function requireAdministrator(tx: Tx): Promise<void> {
  if (await hasAdministrator(tx)) return
  throw conflict(
    'last-administrator',
    'Nobody could administer Steelyard any more. Make someone else an administrator first.',
  )
}
