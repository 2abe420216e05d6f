import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { guestAccessOf, lockGuest } from './start-probe.ts'

/**
 * Destroys the key pair and the pin. The authorized_keys line on the guest is then worthless.
 * @throws AppError `host-not-found`, `domain-not-found`, `guest-log-not-found`
 */
export async function removeGuestLog(
  db: Db,
  actor: Actor,
  params: { id: string; domainId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { host, guest } = await lockGuest(tx, params)
    await tx.guestLog.delete({ where: { id: guestAccessOf(guest).guestLogId } })
    await audit(tx, actor, {
      action: 'host.remove-guest-log',
      target: { kind: 'host', id: host.id, name: host.name },
      detail: { domain: guest.name },
    })
  })
}
