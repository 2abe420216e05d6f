import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Deps } from '../../deps.ts'
import type { JobModel } from '../../generated/prisma/models.ts'
import { boundProbes } from '../../jobs/bound-probes.ts'
import { refreshPoolOf } from '../grouping/refresh-pool.ts'
import { probeHostKind } from '../host-jobs.kind.ts'
import type { HostRow } from '../host-row.ts'
import { lockIdleHost } from '../lock-idle-host.ts'
import { startHostJob } from '../start-host-job.ts'

/**
 * The first step of an enrolment: the agent then makes a key pair for this host and fetches the key
 * that the host shows. Starting over discards the earlier key pair and pin.
 * @throws AppError `host-not-found`, `host-busy`, `host-recording`, `guest-moving`,
 *   `too-many-probes`
 */
export async function beginEnrolment(
  deps: Deps,
  actor: Actor,
  id: string,
  way: { address: string; port: number; username: string },
): Promise<{ host: HostRow; job: JobModel }> {
  const entry = { action: 'host.connect', target: { kind: 'host', id }, detail: way }
  return boundProbes(deps, actor, entry, async (tx) => {
    const { name } = await lockIdleHost(tx, id)
    await tx.sshAccess.deleteMany({ where: { hostId: id } })
    await tx.sshAccess.create({ data: { hostId: id, ...way } })
    await refreshPoolOf(tx, id)
    const started = await startHostJob(deps, tx, actor, probeHostKind, id)
    await audit(tx, actor, { ...entry, target: { ...entry.target, name } })
    return started
  })
}
