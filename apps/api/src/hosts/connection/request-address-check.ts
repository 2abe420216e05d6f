import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Deps } from '../../deps.ts'
import type { JobModel } from '../../generated/prisma/models.ts'
import { boundProbes } from '../../jobs/bound-probes.ts'
import { checkAddressKind } from '../host-jobs.kind.ts'

/**
 * Has the agent ask whether an SSH server answers at an address. Nothing is kept of it but the job.
 * @throws AppError `too-many-probes`
 */
export async function requestAddressCheck(
  deps: Deps,
  actor: Actor,
  place: { address: string; port: number },
): Promise<JobModel> {
  const entry = { action: 'host.check-address', detail: place }
  return boundProbes(deps, actor, entry, async (tx) => {
    const job = await deps.queue.enqueue(tx, checkAddressKind, place, {
      createdById: actor.principal.userId,
    })
    await audit(tx, actor, entry)
    return job
  })
}
