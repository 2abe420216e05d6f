import type { Statistic, VerdictResult } from '@steelyard/analysis'
import type { Reason, Verdict } from '@steelyard/contract'
import { formatBriefMs } from '@steelyard/contract/format'
import {
  type Decision,
  type DecisionCode,
  type FeasibilityFinding,
  type JudgedDomain,
  keepsEveryTarget,
} from '@steelyard/model'
import { decisionWords } from './decision-words.ts'

const statisticWords = { p95: '95th percentile', mean: 'mean' } as const

const severityOf: Partial<Record<DecisionCode, Reason['severity']>> = {
  'response-time-over-target': 'critical',
  'throughput-below-target': 'critical',
  'sum-over-targets': 'critical',
  'targets-proven-infeasible': 'critical',
  'no-targets': 'warning',
  'no-measurement': 'warning',
  'sum-not-comparable': 'warning',
  'printed-rules-overlap': 'warning',
  'rules-disagree': 'warning',
  'optimum-not-proven': 'warning',
  'weights-miss-targets': 'warning',
  'no-better-weights': 'warning',
}

export function presentVerdict({ decision, peaks, feasibility, statistic }: VerdictResult): {
  verdict: Verdict
  headline: string
  reasons: Reason[]
} {
  return {
    verdict: decision.verdict,
    headline: headlineOf(decision, peaks, feasibility, statistic),
    reasons: decision.reasons.map((reason) => ({
      code: reason.code,
      text: decisionWords(reason),
      severity: severityOf[reason.code] ?? 'info',
    })),
  }
}

function headlineOf(
  decision: Decision,
  peaks: readonly JudgedDomain[],
  finding: FeasibilityFinding | null,
  statistic: Statistic,
): string {
  if (decision.verdict === 'ok') return okHeadline(decision, peaks, statistic)
  const worst = worstViolation(decision, peaks, statistic)
  const outlook =
    decision.verdict === 'reweight' ? reweightOutlook(finding) : migrateOutlook(finding)
  return `${worst} ${outlook}`
}

/** States what the solver found about other weights or, with no finding, the verdict of eq (6). */
function reweightOutlook(finding: FeasibilityFinding | null): string {
  if (!finding) return 'By the sums of eq (6), other weights may remedy this.'
  if (finding.unchanged) return 'The weights in force are the best of those allowed.'
  if (finding.missed.length > 0) {
    return `The recommended weights are predicted to leave ${finding.missed.join(', ')} over target.`
  }
  return 'Other weights are predicted to meet every target.'
}

function migrateOutlook(finding: FeasibilityFinding | null): string {
  if (finding?.status === 'infeasible') {
    const within = finding.restricted ? ' within the requested bounds' : ''
    return `No weights${within} are predicted to meet all targets.`
  }
  const sums = 'In sum the peaks exceed the targets, eq (6)'
  const kept = finding && keepsEveryTarget(finding)
  return kept ? `${sums}; yet there are weights predicted to meet each target.` : `${sums}.`
}

function okHeadline(
  decision: Decision,
  peaks: readonly JudgedDomain[],
  statistic: Statistic,
): string {
  if (decision.reasons.some((reason) => reason.code === 'no-targets')) {
    return 'No targets are set, so nothing can be violated.'
  }
  const closest = byDistance(peaks)[0]
  if (!closest) return 'No domain violates its target.'
  return `All targets are met. Closest to its own: ${sentenceOf(closest, statistic)}.`
}

function worstViolation(
  decision: Decision,
  peaks: readonly JudgedDomain[],
  statistic: Statistic,
): string {
  const violators = peaks.filter((domain) => decision.violators.includes(domain.name))
  const worst = byDistance(violators)[0]
  const others = violators.length - 1
  const more = others > 0 ? ` (and ${others} more)` : ''
  if (worst && worst.peak > worst.target) return `${sentenceOf(worst, statistic)}${more}.`
  return `Throughput is below target for ${violators.map((domain) => domain.name).join(', ')}.`
}

interface Distance {
  name: string
  peak: number
  target: number
}

/** Domains with a target and a measured response time, by falling ratio of time to target. */
function byDistance(peaks: readonly JudgedDomain[]): Distance[] {
  return peaks
    .flatMap(({ name, observedResponseTimeSeconds: peak, target }) =>
      peak === null || target?.responseTimeSeconds === undefined
        ? []
        : [{ name, peak, target: target.responseTimeSeconds }],
    )
    .sort((a, b) => b.peak / b.target - a.peak / a.target)
}

function sentenceOf({ name, peak, target }: Distance, statistic: Statistic): string {
  return `${name} takes ${formatBriefMs(peak)} (${statisticWords[statistic]}) against a target of ${formatBriefMs(target)}`
}
