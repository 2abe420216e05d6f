import type { CapsMonitor } from '@steelyard/contract'
import { nextCapsStep } from '@steelyard/loop'
import { words } from '@steelyard/words'
import { readAtOnce } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { loadHost } from '../../hosts/host-row.ts'
import { serialiseCapsGrant } from '../grants/serialise-grant.ts'
import { findCapsMonitor } from './caps-monitor-row.ts'
import { capsSituationOf } from './caps-situation-of.ts'

/**
 * The caps monitor of a host with what it does at this moment. Null: the host has none.
 * @throws AppError `host-not-found`
 */
export function getCapsMonitor(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  hostId: string,
  now = new Date(),
): Promise<CapsMonitor | null> {
  return readAtOnce(db, async (tx) => {
    const host = await loadHost(tx, hostId)
    const row = await findCapsMonitor(tx, hostId)
    if (!row) return null
    const { situation, grant } = await capsSituationOf(tx, config, host, row, now)
    const step = nextCapsStep(situation)
    const hasFailed = row.retryAt !== null && now < row.retryAt
    const capOf = (name: string) => host.domains.find((domain) => domain.name === name)?.cap ?? null
    return {
      settings: row.settings,
      statement: words.loop.caps(situation, step, hasFailed),
      canActNow:
        (step.do === 'change' && !hasFailed) || (step.do === 'nothing' && step.because === null),
      realTime: situation.rule.realTime.map(({ name }) => stateOf(name, row.activity[name])),
      caps: situation.rule.others.map(({ name }) => ({
        domain: name,
        wantedPercent: step.wanted.wanted[name] ?? null,
        inForcePercent: capOf(name),
        beforePercent: situation.before?.[name] ?? null,
      })),
      sampledAt: row.sampledAt?.toISOString() ?? null,
      grant: grant && serialiseCapsGrant(grant, now),
      trouble: row.changeTrouble ?? row.sampleTrouble,
    }
  })
}

function stateOf(
  domain: string,
  activity: { isActive: boolean; usedPCpus: number } | undefined,
): CapsMonitor['realTime'][number] {
  if (!activity) return { domain, state: 'unknown', usedPCpus: null }
  return { domain, state: activity.isActive ? 'active' : 'idle', usedPCpus: activity.usedPCpus }
}
