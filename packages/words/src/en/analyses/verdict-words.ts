import type { Recommendation, VerdictResult } from '@steelyard/analysis'
import { formatBriefMs, formatList, formatStatistic } from '@steelyard/contract/format'
import {
  type Decision,
  type FeasibilityFinding,
  type JudgedDomain,
  keepsEveryTarget,
} from '@steelyard/model'
import { noneBetter, unsureOf } from './recommendation/advice-words.ts'

/** What targets apply to; the paper's own rule has a statistic of its own. */
interface Compared {
  statistic: VerdictResult['statistic']
  windowSeconds: number | null
}

function comparedWords({ statistic, windowSeconds }: Compared): string {
  return statistic === 'sampled-maximum'
    ? 'sampled maximum, as in the paper'
    : formatStatistic(statistic, windowSeconds)
}

/** The worst guest against its target, or the one that is closest to its own. */
export function headlineOf(
  { decision, judged }: Pick<VerdictResult, 'decision' | 'judged'>,
  compared: Compared,
): string {
  if (decision.verdict === 'ok') return okHeadline(decision, judged, compared)
  return worstViolation(decision, judged, compared)
}

/** What other weights can do where a target is missed. Null where none is. */
export function outlookOf(
  { decision, feasibility: finding }: Pick<VerdictResult, 'decision' | 'feasibility'>,
  recommendation: Recommendation | null,
): string | null {
  if (decision.verdict === 'ok') return null
  return decision.verdict === 'reweight'
    ? reweightOutlook(decision, finding, recommendation)
    : migrateOutlook(finding)
}

/** States what was found about other weights or, with no finding, the verdict of eq (6). */
function reweightOutlook(
  decision: Decision,
  finding: FeasibilityFinding | null,
  recommendation: Recommendation | null,
): string {
  const isDoubtful = decision.reasons.some(
    ({ code }) => code === 'weights-may-not-suffice' || code === 'closest-weights-may-suffice',
  )
  if (!finding || !recommendation) {
    return isDoubtful
      ? 'Other weights may remedy this, but may not suffice.'
      : 'By the sums of times and targets, other weights may remedy this.'
  }
  if (!recommendation.advice.change) {
    return `${whyTheyStay(recommendation)}${isDoubtful ? ' Other weights may not suffice.' : ''}`
  }
  if (finding.missed.length > 0) {
    return `The recommended weights are predicted to leave ${formatList(finding.missed)} over target${isDoubtful ? ', within the uncertainty of the prediction' : ''}.`
  }
  return 'Other weights are predicted to meet every target.'
}

export function whyTheyStay(recommendation: Recommendation): string {
  switch (recommendation.advice.code) {
    case 'already-best':
      return noneBetter(recommendation)
    case 'targets-met':
      return `Yet the ${formatStatistic(recommendation.statistic, null)} meets every target, so the weights stay.`
    case 'infeasible':
      return 'No allowed weights are predicted to meet every target.'
    default:
      return unsureOf(recommendation)
  }
}

function migrateOutlook(finding: FeasibilityFinding | null): string {
  if (finding?.status === 'infeasible') {
    const within = finding.restricted ? ' within the bounds' : ''
    return `No weights${within} are predicted to meet all targets.`
  }
  const sums = 'In sum the times exceed the targets'
  if (finding?.surelyMissed?.length) {
    return `${sums}, and the best weights found would leave ${formatList(finding.surelyMissed)} over target.`
  }
  const kept = finding && keepsEveryTarget(finding)
  return kept ? `${sums}; yet there are weights predicted to meet each target.` : `${sums}.`
}

function okHeadline(
  decision: Decision,
  judged: readonly JudgedDomain[],
  compared: Compared,
): string {
  if (decision.reasons.some((reason) => reason.code === 'no-targets')) {
    return 'Set targets to get a verdict.'
  }
  const closest = byDistance(judged)[0]
  if (!closest) return 'No guest misses its target.'
  const { name, observed, target } = closest
  return `All targets are met. ${name} is closest to its limit: ${formatBriefMs(observed)} of ${formatBriefMs(target)} (${comparedWords(compared)}).`
}

function worstViolation(
  decision: Decision,
  judged: readonly JudgedDomain[],
  compared: Compared,
): string {
  const violators = judged.filter((domain) => decision.violators.includes(domain.name))
  const worst = byDistance(violators)[0]
  const others = violators.length - 1
  const more = others > 0 ? ` (and ${others} more)` : ''
  if (worst && worst.observed > worst.target) return `${sentenceOf(worst, compared)}${more}.`
  return `Throughput is below target for ${violators.map((domain) => domain.name).join(', ')}.`
}

interface Distance {
  name: string
  observed: number
  target: number
}

/** Domains with a target and a measured response time, by falling ratio of time to target. */
function byDistance(judged: readonly JudgedDomain[]): Distance[] {
  return judged
    .flatMap(({ name, observedResponseTimeSeconds: observed, target }) =>
      observed === null || target?.responseTimeSeconds === undefined
        ? []
        : [{ name, observed, target: target.responseTimeSeconds }],
    )
    .sort((a, b) => b.observed / b.target - a.observed / a.target)
}

function sentenceOf({ name, observed, target }: Distance, compared: Compared): string {
  return `${name} takes ${formatBriefMs(observed)} (${comparedWords(compared)}); its target is ${formatBriefMs(target)}`
}
