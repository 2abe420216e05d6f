import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import type { JobModel } from '../../generated/prisma/models.ts'
import { probeGuestLogKind } from '../guest-log.kind.ts'
import { type HostRow, loadHost, lockHost } from '../host-row.ts'

export type GuestRow = HostRow['domains'][number]
type ShownAccess = NonNullable<NonNullable<GuestRow['guestLog']>['access']>

/**
 * Loads a domain of a host and locks the host's row first.
 * @throws AppError `host-not-found`, `domain-not-found`
 */
export async function lockGuest(
  tx: Tx,
  { id, domainId }: { id: string; domainId: string },
): Promise<{ host: HostRow; guest: GuestRow }> {
  const host = await lockHost(tx, id)
  const guest = host.domains.find((domain) => domain.id === domainId)
  if (!guest) throw notFound('domain')
  return { host, guest }
}

/** @throws AppError `guest-log-not-found` */
export function guestAccessOf({ guestLog }: GuestRow): ShownAccess & { guestLogId: string } {
  if (!guestLog?.access) throw notFound('guest-log')
  return { ...guestLog.access, guestLogId: guestLog.id }
}

/** @throws AppError `domain-gone` */
export function refuseGone({ name, goneAt }: GuestRow): void {
  if (goneAt) throw conflict('domain-gone', `${name} is no longer on the host.`)
}

/** Enqueues work on a guest's log for the agent, in the transaction of the change behind it. */
export async function startProbe(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  hostId: string,
  guestLogId: string,
): Promise<{ host: HostRow; job: JobModel }> {
  const job = await deps.queue.enqueue(
    tx,
    probeGuestLogKind,
    { guestLogId },
    { subject: { kind: 'host', id: hostId }, createdById: actor.principal.userId },
  )
  await tx.sshAccess.update({ where: { guestLogId }, data: { jobId: job.id } })
  return { host: await loadHost(tx, hostId), job }
}
