import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import type { discoverHostKind, probeHostKind } from './host-jobs.kind.ts'
import { type HostRow, loadHost } from './host-row.ts'

/** Enqueues work on a host for the agent, in the transaction of the change that asks for it. */
export async function startHostJob(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  kind: typeof probeHostKind | typeof discoverHostKind,
  hostId: string,
): Promise<{ host: HostRow; job: JobModel }> {
  const job = await deps.queue.enqueue(
    tx,
    kind,
    { hostId },
    { subject: { kind: 'host', id: hostId }, createdById: actor.principal.userId },
  )
  await tx.sshAccess.update({ where: { hostId }, data: { jobId: job.id } })
  return { host: await loadHost(tx, hostId), job }
}
