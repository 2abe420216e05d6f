import type { Plan, PlanChange } from '@steelyard/contract'
import { formatCap, formatPrediction, formatTargetMs } from '@steelyard/contract/format'
import { table } from '../terminal/table.ts'

/** What a plan changes, by which commands, and what speaks against it. */
export function showPlan(plan: Plan): string[] {
  const changed = plan.changes.filter(({ changed }) => changed)
  return [
    `Host ${plan.hostName}, scheduler ${plan.scheduler ?? 'unknown'}`,
    ...(changed.length === 0
      ? ['Nothing changes.']
      : table([['guest', 'weight', 'cap', 'predicted', 'target'], ...changed.map(rowOf)])),
    ...plan.commands.map((command) => `  ${command}`),
    ...plan.drift.map(({ text }) => `drift: ${text}`),
    ...plan.reasons.map(({ severity, text }) => `${severity}: ${text}`),
    ...(plan.persistence ? [plan.persistence] : []),
    ...(plan.approval?.state === 'waiting' ? ['A second person has to approve it first.'] : []),
    `Plan ${plan.id}: ${plan.state}${plan.canApply ? '' : ', cannot be applied'}`,
  ]
}

function rowOf(it: PlanChange): string[] {
  return [
    it.domain,
    arrow(it.weightBefore, it.weightAfter, String),
    arrow(it.capBefore, it.capAfter, formatCap),
    arrow(it.predictedBefore, it.predictedAfter, formatPrediction),
    formatTargetMs(it.targetMs),
  ]
}

function arrow<T>(before: T | null, after: T | null, write: (value: T) => string): string {
  const [from, to] = [before, after].map((value) => (value === null ? '–' : write(value)))
  return from === to ? from! : `${from} → ${to}`
}
