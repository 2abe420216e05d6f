import type { Evidence, Recommendation, VerdictResult } from '@steelyard/analysis'
import { measuredVerdict, type Reason, type Verdict } from '@steelyard/contract'
import type { DecisionCode, DecisionReason } from '@steelyard/model'
import { words } from '@steelyard/words'

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
  'missed-as-measured': 'warning',
  'weights-surely-miss-targets': 'critical',
  'weights-may-not-suffice': 'warning',
  'closest-weights-may-suffice': 'warning',
}

/**
 * That of the worst guest: missed where one is over its target, and saturated where the host has no
 * CPU left for it either. Thin evidence makes it probable.
 */
export function verdictOf({
  verdict: { decision },
  evidence: { grade, lacks },
}: {
  verdict: Pick<VerdictResult, 'decision'>
  evidence: Pick<Evidence, 'grade' | 'lacks'>
}): Verdict {
  if (grade === 'not-enough') return 'not-enough-evidence'
  if (decision.reasons.some(({ code }) => code === 'no-targets')) return 'no-targets'
  const meets = decision.violators.length === 0
  if (!meets && lacks.some(({ code }) => code === 'host-full')) return 'saturated'
  return measuredVerdict(meets, grade)!
}

/** The verdict in one sentence. */
export function headlineFor(
  { decision, judged, statistic }: Pick<VerdictResult, 'decision' | 'judged' | 'statistic'>,
  grade: Evidence['grade'],
  windowSeconds: number | null,
): string {
  return grade === 'not-enough'
    ? 'Not enough evidence for a verdict.'
    : words.analyses.headline({ decision, judged }, { statistic, windowSeconds })
}

export function presentVerdict(
  verdict: VerdictResult,
  evidence: Pick<Evidence, 'grade' | 'lacks'>,
  recommendation: Recommendation | null,
  windowSeconds: number | null,
): {
  verdict: Verdict
  headline: string
  outlook: string | null
  reasons: Reason[]
} {
  const { grade } = evidence
  return {
    verdict: verdictOf({ verdict, evidence }),
    headline: headlineFor(verdict, grade, windowSeconds),
    outlook: grade === 'not-enough' ? null : words.analyses.outlook(verdict, recommendation),
    reasons: verdict.decision.reasons.map((reason) => ({
      ...presentReason(reason),
      // The decision knows that the weights stay, but not why.
      ...(reason.code === 'no-better-weights' && recommendation
        ? { text: words.analyses.whyWeightsStay(recommendation) }
        : {}),
    })),
  }
}

export function presentReason(reason: DecisionReason): Reason {
  return {
    code: reason.code,
    text: words.analyses.decision(reason),
    severity: severityOf[reason.code] ?? 'info',
  }
}
