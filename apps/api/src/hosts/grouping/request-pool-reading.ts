import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import type { JobModel } from '../../generated/prisma/models.ts'
import { loadPool, lockPool, type PoolRow } from '../../pools/pool-row.ts'
import { requestReading } from '../../pools/request-reading.ts'
import { discoverHostKind } from '../host-jobs.kind.ts'
import { holdHost } from '../host-row.ts'
import { startHostJob } from '../start-host-job.ts'

/**
 * Has the agent read a pool again: XAPI, or each host of a pool of hosts.
 * @returns the job, or that of the host which is read last
 * @throws AppError `pool-not-found`, `not-connected`
 */
export async function requestPoolReading(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ pool: PoolRow; job: JobModel }> {
  const { kind } = await loadPool(deps.db, id)
  if (kind === 'xapi') return requestReading(deps, actor, id)
  return deps.db.$transaction((tx) => readMembers(deps, tx, actor, id))
}

async function readMembers(deps: Deps, tx: Tx, actor: Actor, id: string) {
  const { name } = await lockPool(tx, id)
  const hosts = await tx.host.findMany({
    where: { poolId: id, access: { pinnedFingerprint: { not: null } } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  let job: JobModel | null = null
  for (const host of hosts) {
    await holdHost(tx, host.id)
    job = (await startHostJob(deps, tx, actor, discoverHostKind, host.id)).job
  }
  if (!job) throw conflict('not-connected', 'No host of this pool is connected.')
  await audit(tx, actor, { action: 'pool.read', target: { kind: 'pool', id, name } })
  await tx.pool.update({ where: { id }, data: { jobId: job.id } })
  return { pool: await loadPool(tx, id), job }
}
