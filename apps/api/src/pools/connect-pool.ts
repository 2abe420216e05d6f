import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import { Prisma } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { pinMember } from './pin-member.ts'
import { readPoolKind } from './pool-jobs.kind.ts'
import { encryptPassword } from './pool-password.ts'
import { lockPool, type PoolRow, startPoolJob } from './pool-row.ts'
import { refuseUnlessXapi } from './refuse-unless-xapi.ts'

/**
 * Pins the certificate that a person compared, and only then takes an account: nothing is sent to
 * whoever shows another one.
 * @throws AppError `pool-not-found`, `not-xapi`, `nothing-to-confirm`, `fingerprint-differs`
 */
export async function connectPool(
  deps: Deps,
  actor: Actor,
  id: string,
  given: { fingerprint: string; username: string; password: string },
): Promise<{ pool: PoolRow; job: JobModel }> {
  return deps.db.$transaction(async (tx) => {
    const pool = await lockPool(tx, id)
    refuseUnlessXapi(pool)
    if (pool.publicKey === null || pool.address === null) {
      throw conflict(
        'nothing-to-confirm',
        'No certificate of this pool is waiting to be confirmed.',
      )
    }
    await pinMember(tx, pool, { address: pool.address, fingerprint: given.fingerprint })
    const { username } = given
    const passwordSealed = encryptPassword(pool.publicKey, given.password)
    await tx.pool.update({
      where: { id },
      data: { username, passwordSealed, state: 'connecting', problem: Prisma.DbNull },
    })
    const started = await startPoolJob(deps, tx, actor, readPoolKind, id)
    const target = { kind: 'pool', id, name: pool.name }
    const detail = { username, fingerprint: given.fingerprint }
    await audit(tx, actor, { action: 'pool.connect', target, detail })
    return started
  })
}
