import { CapsGrantBounds, coversTags } from '@steelyard/contract'
import { type CapsSituation, loopPolicyOf, stillHeld } from '@steelyard/loop'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db.ts'
import { epochSecondsOf } from '../../epoch.ts'
import type { HostRow } from '../../hosts/host-row.ts'
import { isStaleSample } from '../../is-stale-sample.ts'
import { type GrantRow, grantInForce } from '../grants/grant-row.ts'
import { policyInForce } from '../policy-in-force.ts'
import { findStop } from '../stop/loop-stop.ts'
import type { CapsMonitorRow } from './caps-monitor-row.ts'
import { capsRuleOf } from './caps-rule-of.ts'

/** All on which the caps monitor of a host decides, with the grant that it rests on. */
export async function capsSituationOf(
  tx: Tx,
  config: Config,
  host: HostRow,
  row: CapsMonitorRow,
  now: Date,
): Promise<{ situation: CapsSituation; grant: GrantRow | null }> {
  const { mode } = row.settings
  const rule = capsRuleOf(row.settings)
  const active = rule.realTime
    .map(({ name }) => name)
    .filter((name) => row.activity[name]?.isActive ?? false)
  const inForce = Object.fromEntries(
    host.domains.filter(({ goneAt }) => !goneAt).map(({ name, cap }) => [name, cap ?? 0]),
  )
  const stop = await findStop(tx)
  const grant = await grantInForce(tx, host, 'cap', now)
  const approvalRules = await tx.approvalRule.findMany({ select: { tag: true } })
  const situation: CapsSituation = {
    nowEpochSeconds: epochSecondsOf(now),
    mode,
    rule,
    active,
    running: Object.keys(row.sample ?? {}),
    inForce,
    before: stillHeld({
      before: row.capsBefore,
      set: row.capsSet,
      inForce,
      isOver: mode === 'off' || active.length === 0,
    }),
    policy: loopPolicyOf((await policyInForce(tx, host)).settings),
    stopped: stop?.reason ?? null,
    notSampled: notSampled(row, now, config),
    grant: grant && { bounds: CapsGrantBounds.parse(grant.bounds).caps },
    needsSecondPerson: approvalRules.some(({ tag }) => coversTags(tag, host.tags)),
  }
  return { situation, grant }
}

function notSampled(
  { sampledAt, sampleTrouble }: CapsMonitorRow,
  now: Date,
  config: Config,
): CapsSituation['notSampled'] {
  if (sampledAt !== null && !isStaleSample(sampledAt, now, config)) return null
  const problem =
    config.sampleSeconds === 0
      ? 'The agent samples no hosts, because STEELYARD_SAMPLE_SECONDS is 0.'
      : (sampleTrouble?.message ?? null)
  return { code: 'not-observed', problem }
}
