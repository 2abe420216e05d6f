import type { Actor } from '../access/actor.ts'
import { requireEverywhere } from '../access/require-everywhere.ts'
import { audit } from '../audit/audit.ts'
import { isUniqueViolation } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { boundProbes } from '../jobs/bound-probes.ts'
import { uuidV7 } from '../uuid.ts'
import { probePoolKind } from './pool-jobs.kind.ts'
import { type PoolRow, startPoolJob } from './pool-row.ts'

/**
 * The agent then fetches the certificate of the coordinator for a person to compare.
 * @throws AppError `pool-name-taken`, `too-many-probes`, `not-on-every-host`
 */
export async function addPool(
  deps: Deps,
  actor: Actor,
  { name, ...place }: { name: string; address: string; port: number },
): Promise<{ pool: PoolRow; job: JobModel }> {
  requireEverywhere(actor.principal, 'hosts:write')
  const id = uuidV7()
  const entry = { action: 'pool.add', target: { kind: 'pool', id, name }, detail: place }
  return boundProbes(deps, actor, entry, async (tx) => {
    const members = { create: { address: place.address } }
    await tx.pool.create({ data: { id, name, ...place, members } })
    await audit(tx, actor, entry)
    return startPoolJob(deps, tx, actor, probePoolKind, id)
  }).catch((error) => {
    if (isUniqueViolation(error))
      throw conflict('pool-name-taken', 'A pool with that name already exists.')
    throw error
  })
}
