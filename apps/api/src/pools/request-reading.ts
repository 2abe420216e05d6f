import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { readPoolKind } from './pool-jobs.kind.ts'
import { lockPool, type PoolRow, startPoolJob } from './pool-row.ts'

/** @throws AppError `pool-not-found`, `not-connected` */
export async function requestReading(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ pool: PoolRow; job: JobModel }> {
  return deps.db.$transaction(async (tx) => {
    const { name, username } = await lockPool(tx, id)
    if (username === null) {
      throw conflict('not-connected', 'Connect the pool first: its certificate, then an account.')
    }
    await audit(tx, actor, { action: 'pool.read', target: { kind: 'pool', id, name } })
    return startPoolJob(deps, tx, actor, readPoolKind, id)
  })
}
