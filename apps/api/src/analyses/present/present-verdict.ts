import type { AnalysisResult, Evidence, Recommendation, VerdictResult } from '@steelyard/analysis'
import type { Reason, Verdict } from '@steelyard/contract'
import type { Decision, DecisionCode, DecisionReason } from '@steelyard/model'
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

/** Without enough evidence there is none. */
export function verdictOf({
  verdict,
  evidence,
}: Pick<AnalysisResult, 'verdict' | 'evidence'>): Verdict {
  return verdictFor(verdict.decision, evidence.grade)
}

function verdictFor({ verdict }: Decision, grade: Evidence['grade']): Verdict {
  return grade === 'not-enough' ? 'undecided' : verdict
}

export function presentVerdict(
  { decision, judged, feasibility, statistic }: VerdictResult,
  { grade }: Pick<Evidence, 'grade'>,
  recommendation: Recommendation | null,
  windowSeconds: number | null,
): {
  verdict: Verdict
  headline: string
  reasons: Reason[]
} {
  const compared = { statistic, windowSeconds }
  return {
    verdict: verdictFor(decision, grade),
    headline:
      grade === 'not-enough'
        ? 'Not enough evidence for a verdict.'
        : words.analyses.headline({ decision, judged, feasibility, recommendation }, compared),
    reasons: decision.reasons.map((reason) => ({
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
