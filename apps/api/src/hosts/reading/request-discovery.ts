import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import type { JobModel } from '../../generated/prisma/models.ts'
import { discoverHostKind } from '../host-jobs.kind.ts'
import { type HostRow, lockHost } from '../host-row.ts'
import { startHostJob } from '../start-host-job.ts'

/** @throws AppError `host-not-found`, `not-connected` */
export async function requestDiscovery(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ host: HostRow; job: JobModel }> {
  return deps.db.$transaction(async (tx) => {
    const { name, access } = await lockHost(tx, id)
    if (!access?.pinnedFingerprint) {
      throw conflict('not-connected', 'Connect the host first: address, account, then its key.')
    }
    const started = await startHostJob(deps, tx, actor, discoverHostKind, id)
    await audit(tx, actor, { action: 'host.discover', target: { kind: 'host', id, name } })
    return started
  })
}
