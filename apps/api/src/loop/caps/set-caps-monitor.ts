import type { CapsMonitorSettings } from '@steelyard/contract'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import { type Db, Prisma } from '../../db.ts'
import { invalid } from '../../errors.ts'
import { type HostRow, lockHost } from '../../hosts/host-row.ts'
import { assessRealTime } from '../../lab/assess-real-time.ts'

/**
 * Sets which domains of a host are real-time and how far the caps of the others may follow them. A
 * change that failed before is tried anew.
 * @throws AppError `host-not-found`, `invalid` for domains that the host does not have, for Domain-0
 *   as one of the others, and for a set that makes no sense
 */
export async function setCapsMonitor(
  db: Db,
  actor: Actor,
  hostId: string,
  settings: CapsMonitorSettings,
): Promise<void> {
  // Refuses what makes no sense; what does not fit is capped as far as the bounds allow.
  assessRealTime(settings)
  const { mode, ...rule } = settings
  await db.$transaction(async (tx) => {
    const host = await lockHost(tx, hostId)
    refuseUnknown(host, 'realTime', settings.realTime)
    refuseUnknown(host, 'others', settings.others)
    const set = { mode, rule, changeTrouble: Prisma.DbNull, retryAt: null }
    await tx.capsMonitor.upsert({ where: { hostId }, create: { hostId, ...set }, update: set })
    const target = { kind: 'host', id: hostId, name: host.name }
    await audit(tx, actor, { action: 'caps-monitor.set', target, detail: { settings } })
  })
}

function refuseUnknown(
  { domains }: HostRow,
  field: 'realTime' | 'others',
  named: readonly { name: string }[],
): void {
  for (const [index, { name }] of named.entries()) {
    if (field === 'others' && name === 'Domain-0') {
      throw invalid(`body.others.${index}.name`, 'Domain-0 is never capped')
    }
    if (!domains.some((domain) => domain.name === name && !domain.goneAt)) {
      throw invalid(`body.${field}.${index}.name`, 'is not a domain of this host')
    }
  }
}
