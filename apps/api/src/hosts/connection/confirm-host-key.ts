import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import type { JobModel } from '../../generated/prisma/models.ts'
import { discoverHostKind } from '../host-jobs.kind.ts'
import { type HostRow, lockHost } from '../host-row.ts'
import { startHostJob } from '../start-host-job.ts'

/**
 * Pins the host key that the operator compared. Only the key offered last can be confirmed, so a
 * confirmation that crosses with a new enrolment is refused.
 * @throws AppError `host-not-found`, `nothing-to-confirm`, `fingerprint-differs`
 */
export async function confirmHostKey(
  deps: Deps,
  actor: Actor,
  id: string,
  fingerprint: string,
): Promise<{ host: HostRow; job: JobModel }> {
  return deps.db.$transaction(async (tx) => {
    const { name, access } = await lockHost(tx, id)
    if (access?.state !== 'awaiting-confirmation') {
      throw conflict('nothing-to-confirm', 'No key of this host is waiting for confirmation.')
    }
    if (fingerprint.replace(/=$/, '') !== access.offeredFingerprint) {
      throw conflict(
        'fingerprint-differs',
        'That is not the key that the host presented. Open its page and compare again.',
      )
    }
    await tx.sshAccess.update({
      where: { id: access.id },
      data: { pinnedFingerprint: access.offeredFingerprint, state: 'connecting' },
    })
    const started = await startHostJob(deps, tx, actor, discoverHostKind, id)
    const target = { kind: 'host', id, name }
    await audit(tx, actor, { action: 'host.pin-key', target, detail: { fingerprint } })
    return started
  })
}
