import type { Statistic } from '@steelyard/contract'
import { type TriggerRule, triggerRule } from '@steelyard/loop'
import { words } from '@steelyard/words'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { hasPromisedTime } from '../../hosts/promised-time.ts'
import { msOf, secondsOf } from '../../milliseconds.ts'
import { byStart } from '../../windows/by-start.ts'
import { readMinutes } from '../../windows/read-windows.ts'
import { holdForStep } from '../hold-for-step.ts'
import { policyInForce } from '../policy-in-force.ts'
import { momentPath } from './moment-path.ts'
import { tellHotspot } from './note-hotspot.ts'
import { observeDomain } from './observe-domain.ts'

/** A day of minutes, and the two weeks that a season is fitted to, take a while to read. */
const TIMEOUT_MS = 300_000

/** A host as the trigger sees it. */
export interface TriggeredHost {
  id: string
  name: string
  statistic: Statistic
  rule: TriggerRule
}

/**
 * Takes the minutes that a watch has stored since the last time into the trigger of each domain with
 * a target, and opens and closes hotspots. All of it is one transaction.
 */
export async function takeInMinutes(
  { db }: Pick<Deps, 'db'>,
  hostId: string,
  now = new Date(),
): Promise<void> {
  await db.$transaction(
    async (tx) => {
      if (!(await holdForStep(tx, hostId))) return
      const host = await hostOf(tx, hostId)
      const domains = await targetedDomains(tx, hostId)
      await closeUntargeted(tx, host, domains, now)
      const memories = await tx.triggerMemory.findMany({ where: { hostId } })
      const seenTo = domains.map(
        ({ domain }) =>
          memories.find((memory) => memory.domain === domain)?.seenTo ?? beginning(host, now),
      )
      if (seenTo.length === 0) return
      const from = new Date(Math.min(...seenTo.map((each) => each.getTime())))
      const minutes = byStart(await readMinutes(tx, hostId, from))
      if (minutes.size === 0) return
      for (const each of domains) await observeDomain(tx, host, each, minutes, now)
    },
    { timeout: TIMEOUT_MS },
  )
}

async function hostOf(tx: Tx, id: string): Promise<TriggeredHost> {
  const { name, tags, targetStatistic } = await tx.host.findUniqueOrThrow({ where: { id } })
  const { missedWindows, ofWindows } = (await policyInForce(tx, { id, tags })).settings
  const forecastWindows = Math.max(ofWindows, triggerRule().forecastWindows)
  const rule = triggerRule({ missedWindows, ofWindows, forecastWindows })
  return { id, name, statistic: targetStatistic as Statistic, rule }
}

export interface TargetedDomain {
  domain: string
  targetSeconds: number
}

async function targetedDomains(tx: Tx, hostId: string): Promise<TargetedDomain[]> {
  const rows = await tx.domain.findMany({
    where: {
      hostId,
      goneAt: null,
      ...hasPromisedTime,
      host: { watch: { isNot: null } },
    },
    select: { name: true, targetResponseTimeMs: true },
  })
  return rows.map(({ name, targetResponseTimeMs }) => ({
    domain: name,
    targetSeconds: secondsOf(targetResponseTimeMs!),
  }))
}

/** A domain that has just got a target is looked at for as long as a forecast takes. */
function beginning({ rule }: TriggeredHost, now: Date): Date {
  return new Date(now.getTime() - rule.forecastWindows * msOf(rule.windowSeconds))
}

/** Closes what is open about a domain that the trigger does not look at any more, and forgets it. */
async function closeUntargeted(
  tx: Tx,
  { id: hostId, name }: Pick<TriggeredHost, 'id' | 'name'>,
  targeted: readonly TargetedDomain[],
  now: Date,
): Promise<void> {
  const others = { hostId, domain: { notIn: targeted.map(({ domain }) => domain) } }
  await tx.triggerMemory.deleteMany({ where: others })
  const closed = await tx.hotspot.updateManyAndReturn({
    where: { ...others, closedAt: null },
    data: { closedAt: now },
    select: { id: true, domain: true, openedAt: true },
  })
  for (const { id, domain, openedAt } of closed) {
    const path = momentPath(hostId, openedAt, now)
    const saying = { code: 'looked-at-no-more', domain } as const
    const title = words.notifications.targetTitle(name, domain, 'looked-at-no-more')
    await tellHotspot(tx, hostId, { id, isOpen: false, title, saying, domain, path }, now)
  }
}
