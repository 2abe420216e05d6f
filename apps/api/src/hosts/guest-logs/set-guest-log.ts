import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Deps } from '../../deps.ts'
import { unprocessable } from '../../errors.ts'
import type { JobModel } from '../../generated/prisma/models.ts'
import { boundProbes } from '../../jobs/bound-probes.ts'
import type { HostRow } from '../host-row.ts'
import { lockGuest, refuseGone, startProbe } from './start-probe.ts'

interface GuestLogWay {
  address: string
  port: number
  username: string
  path: string
  logFormat: string | null
}

/**
 * Sets where a guest's access log is. The agent then makes a key pair for this log alone and
 * fetches the key that the guest shows. Starting over discards the earlier key pair and pin.
 * @throws AppError `host-not-found`, `domain-not-found`, `domain-gone`, `not-a-guest`,
 *   `too-many-probes`
 */
export async function setGuestLog(
  deps: Deps,
  actor: Actor,
  params: { id: string; domainId: string },
  { path, logFormat, ...access }: GuestLogWay,
): Promise<{ host: HostRow; job: JobModel }> {
  const entry = {
    action: 'host.set-guest-log',
    target: { kind: 'host', id: params.id },
    detail: { ...access, path },
  }
  return boundProbes(deps, actor, entry, async (tx) => {
    const { host, guest } = await lockGuest(tx, params)
    refuseGone(guest)
    if (guest.name === 'Domain-0') {
      throw unprocessable('not-a-guest', 'Domain-0 is not a guest: it serves the guests’ requests.')
    }
    await tx.guestLog.deleteMany({ where: { domainId: guest.id } })
    const { id } = await tx.guestLog.create({
      data: { domainId: guest.id, path, logFormat, access: { create: access } },
    })
    const started = await startProbe(deps, tx, actor, host.id, id)
    await audit(tx, actor, {
      ...entry,
      target: { ...entry.target, name: host.name },
      detail: { domain: guest.name, ...entry.detail },
    })
    return started
  })
}
