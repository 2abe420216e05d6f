import type { FollowedMove } from '@steelyard/words'
import { systemActor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../db.ts'
import type { MoveRow } from '../move-row.ts'

/**
 * What is promised to a guest goes with it, and so does the log that shows whether that is kept. Both
 * are rows of the watched host that it left. Where the new host is not connected over SSH, or judges
 * by another statistic, nothing is carried, and whoever is told of the move is told so.
 * @returns null where nothing was known of the guest
 */
export async function carryTargets(
  tx: Tx,
  { id, poolId, guestUuid, toHostUuid }: MoveRow,
): Promise<FollowedMove | null> {
  const left = await tx.domain.findFirst({
    where: { xenUuid: { equals: guestUuid, mode: 'insensitive' }, goneAt: null },
    include: { host: true, guestLog: { select: { id: true } } },
  })
  const hasTarget = left && (left.targetResponseTimeMs ?? left.targetThroughputPerSecond) !== null
  if (!left || (!hasTarget && !left.guestLog)) return null
  const locked = await tx.movingHost.findFirst({
    where: { moveId: id, poolId, hostUuid: toHostUuid },
  })
  const host = await tx.host.findFirst({
    where: {
      id: { not: left.hostId },
      domains: { some: { xenUuid: { in: locked?.guestUuids ?? [] }, goneAt: null } },
    },
    include: { domains: { include: { guestLog: { select: { id: true } } } } },
  })
  if (!host) return 'host-not-connected'
  const own = host.domains.find(({ name }) => name === left.name)
  if (own && own.goneAt === null && own.xenUuid !== null) return 'name-taken'
  const isJudgedAlike =
    host.targetStatistic === left.host.targetStatistic &&
    host.targetWindowSeconds === left.host.targetWindowSeconds
  const othersHave = host.domains.some(({ targetResponseTimeMs: ms }) => ms !== null)
  if (hasTarget && !isJudgedAlike && othersHave) return 'judged-otherwise'
  const { targetResponseTimeMs, targetThroughputPerSecond, targetIsSoft } = left
  const targets = { targetResponseTimeMs, targetThroughputPerSecond, targetIsSoft }
  const { id: domainId } = await tx.domain.upsert({
    where: { hostId_name: { hostId: host.id, name: left.name } },
    create: { hostId: host.id, name: left.name, ...targets },
    update: targets,
  })
  const { targetStatistic, targetWindowSeconds } = left.host
  if (!isJudgedAlike) {
    await tx.host.update({ where: { id: host.id }, data: { targetStatistic, targetWindowSeconds } })
  }
  if (left.guestLog && !own?.guestLog) {
    await tx.guestLog.update({ where: { id: left.guestLog.id }, data: { domainId } })
  }
  await audit(tx, systemActor('agent'), {
    action: 'host.set-targets',
    target: { kind: 'host', id: host.id, name: host.name },
    detail: { moveId: id, domain: left.name, ...targets, followsLog: left.guestLog !== null },
  })
  return 'carried'
}
