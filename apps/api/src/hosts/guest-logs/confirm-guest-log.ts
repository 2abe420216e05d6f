import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import { Prisma } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import type { JobModel } from '../../generated/prisma/models.ts'
import type { HostRow } from '../host-row.ts'
import { guestAccessOf, lockGuest, refuseGone, startProbe } from './start-probe.ts'

/**
 * Pins the key that the operator compared; the agent then tries to follow the log. Confirming the
 * pinned key again repeats the attempt. Another key needs the log to be set up anew.
 * @throws AppError `host-not-found`, `domain-not-found`, `guest-log-not-found`, `domain-gone`,
 *   `nothing-to-confirm`, `fingerprint-differs`
 */
export async function confirmGuestLog(
  deps: Deps,
  actor: Actor,
  params: { id: string; domainId: string },
  fingerprint: string,
): Promise<{ host: HostRow; job: JobModel }> {
  return deps.db.$transaction(async (tx) => {
    const { host, guest } = await lockGuest(tx, params)
    const access = guestAccessOf(guest)
    const { id, guestLogId, state, offeredFingerprint, pinnedFingerprint } = access
    refuseGone(guest)
    const expected = pinnedFingerprint ?? offeredFingerprint
    if (expected === null || state === 'connecting') {
      throw conflict('nothing-to-confirm', 'No key of this guest is waiting for confirmation.')
    }
    if (fingerprint.replace(/=$/, '') !== expected) {
      throw conflict(
        'fingerprint-differs',
        pinnedFingerprint
          ? 'That is not the key that was confirmed before. If the guest was reinstalled, set its log up again.'
          : 'That is not the key that the guest presented. Open the page and compare again.',
      )
    }
    await tx.sshAccess.update({
      where: { id },
      data: { pinnedFingerprint: expected, state: 'connecting', problem: Prisma.DbNull },
    })
    const started = await startProbe(deps, tx, actor, host.id, guestLogId)
    await audit(tx, actor, {
      action: 'host.pin-guest-key',
      target: { kind: 'host', id: host.id, name: host.name },
      detail: { domain: guest.name, fingerprint },
    })
    return started
  })
}
