import type { SlaTarget, Statistic } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { invalid } from '../errors.ts'
import { type HostRow, loadHost, lockHost } from './host-row.ts'

interface HostTargets {
  targets: SlaTarget[]
  /** The statistic and the window that the targets apply to; kept when left out. */
  statistic?: Statistic | undefined
  windowSeconds?: number | null | undefined
}

/**
 * Sets the targets from which the next analyses of this host start. Domains that no trace or
 * discovery has shown yet are added by name. Domains not named keep their targets.
 * @throws AppError `host-not-found`, `invalid` for a domain named twice or Domain-0
 */
export async function setDomainTargets(
  db: Db,
  actor: Actor,
  hostId: string,
  { targets, statistic, windowSeconds }: HostTargets,
): Promise<HostRow> {
  const names = targets.map((target) => target.domain)
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice >= 0) throw invalid(`body.targets.${twice}.domain`, 'has a target already')
  const driver = names.indexOf('Domain-0')
  if (driver >= 0)
    throw invalid(`body.targets.${driver}.domain`, 'Domain-0 serves the guests and has no SLA')
  return db.$transaction(async (tx) => {
    const host = await lockHost(tx, hostId)
    const applyTo = { targetStatistic: statistic, targetWindowSeconds: windowSeconds }
    await tx.host.update({ where: { id: hostId }, data: applyTo })
    for (const { domain: name, responseTimeMs, throughputPerSecond, isSoft } of targets) {
      const data = {
        targetResponseTimeMs: responseTimeMs,
        targetThroughputPerSecond: throughputPerSecond,
        targetIsSoft: isSoft,
      }
      await tx.domain.upsert({
        where: { hostId_name: { hostId, name } },
        create: { hostId, name, ...data },
        update: data,
      })
    }
    const target = { kind: 'host', id: hostId, name: host.name }
    await audit(tx, actor, {
      action: 'host.set-targets',
      target,
      detail: { targets, statistic, windowSeconds },
    })
    return loadHost(tx, hostId)
  })
}
