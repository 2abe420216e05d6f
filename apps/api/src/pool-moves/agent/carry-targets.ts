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
export async function carryTargets(tx: Tx, move: MoveRow): Promise<FollowedMove | null> {
  const member = await memberOf(tx, move)
  const left = await tx.domain.findFirst({
    where: {
      xenUuid: { equals: move.guestUuid, mode: 'insensitive' },
      // A member may have been read again meanwhile, and then the guest is gone from it.
      ...(member ? { hostId: move.fromHostUuid } : { goneAt: null }),
    },
    include: { host: true, guestLog: { select: { id: true } } },
  })
  const hasTarget = left && (left.targetResponseTimeMs ?? left.targetThroughputPerSecond) !== null
  if (!left || (!hasTarget && !left.guestLog)) return null
  const host = member ?? (await hostOfOthers(tx, move, left.hostId))
  if (!host) return 'host-not-connected'
  const own = host.domains.find(({ name }) => name === left.name)
  const isOther = own?.xenUuid != null && own.xenUuid.toLowerCase() !== move.guestUuid
  if (own?.goneAt === null && isOther) return 'name-taken'
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
    detail: { moveId: move.id, domain: left.name, ...targets, followsLog: left.guestLog !== null },
  })
  return 'carried'
}

const withLogs = { domains: { include: { guestLog: { select: { id: true } } } } }

/** The host that a guest came to, where its id names it, as in a pool of hosts. */
function memberOf(tx: Tx, { toHostUuid }: MoveRow) {
  return tx.host.findUnique({ where: { id: toHostUuid }, include: withLogs })
}

/** The host that a guest came to, by those that were there when the move began. */
async function hostOfOthers(tx: Tx, { id, poolId, toHostUuid }: MoveRow, leftHostId: string) {
  const locked = await tx.movingHost.findFirst({
    where: { moveId: id, poolId, hostUuid: toHostUuid },
  })
  const some = { xenUuid: { in: locked?.guestUuids ?? [] }, goneAt: null }
  return tx.host.findFirst({
    where: { id: { not: leftHostId }, domains: { some } },
    include: withLogs,
  })
}
