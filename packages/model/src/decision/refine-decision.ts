import type { Decision, DecisionReason } from './decision.ts'

/** What an exact solver found about the targets. */
export interface FeasibilityFinding {
  status: 'optimal' | 'infeasible' | 'not-proven'
  /** Sets of domains whose targets cannot be kept together. */
  conflicts: readonly (readonly string[])[]
  /**
   * Domains predicted to miss their target at the weights found. Not every objective binds all
   * targets: minimising the total delay binds none, raising the violators binds theirs alone.
   */
  missed: readonly string[]
  /**
   * Domains that miss their target at the weights found even at the low end of the prediction's
   * interval. Absent where the weights found do not aim at the targets, or were not predicted.
   */
  surelyMissed?: readonly string[]
  /** No weights but those in force are recommended. */
  unchanged: boolean
  /** Shares were bounded or kept, so "no weights" refers only to the weights that were allowed. */
  restricted: boolean
  /**
   * Predictions start from the times measured at the weights in force, not from the formula alone.
   */
  anchored: boolean
}

function infeasible({ conflicts, restricted }: FeasibilityFinding): DecisionReason {
  const domains = [...new Set(conflicts.flat())]
  return { code: 'targets-proven-infeasible', conflicts, restricted, domains }
}

function findingReasons(decision: Decision, finding: FeasibilityFinding): DecisionReason[] {
  if (finding.status === 'infeasible') {
    const doubt: DecisionReason = { code: 'closest-weights-may-suffice', domains: [] }
    return [infeasible(finding), ...(isProvenInfeasible(finding) ? [] : [doubt])]
  }
  const { missed, unchanged, status } = finding
  const reasons: DecisionReason[] = []
  const unforeseen = unchanged ? missedNow(decision).filter((name) => !missed.includes(name)) : []
  if (unforeseen.length > 0) reasons.push({ code: 'missed-as-measured', domains: unforeseen })
  if (missed.length > 0) reasons.push({ code: 'weights-miss-targets', domains: [...missed] })
  else if (!unchanged) reasons.push({ code: 'weights-meet-targets', domains: [] })
  if (unchanged) reasons.push({ code: 'no-better-weights', domains: [] })
  if (status === 'not-proven') reasons.push({ code: 'optimum-not-proven', domains: [] })
  return reasons
}

/** Measured to miss their response-time target, whatever any model says of the same weights. */
function missedNow({ reasons }: Decision): string[] {
  return reasons.flatMap(({ code, domains }) =>
    code === 'response-time-over-target' ? domains : [],
  )
}

/**
 * Eq (6) compares two sums; weights that keep every single target are the sharper test (E0.14).
 */
function overruled({ violators }: Decision): DecisionReason {
  return { code: 'sum-test-overruled', domains: violators }
}

/**
 * Whether weights other than those in force were found that are predicted to keep every target.
 */
export function keepsEveryTarget(finding: FeasibilityFinding): boolean {
  return finding.status !== 'infeasible' && finding.missed.length === 0 && !finding.unchanged
}

/**
 * A model proves that no weights keep every target as far as its times are right: it takes that back
 * where the weights that come closest keep all of them at the low end of the prediction.
 */
function isProvenInfeasible({ status, surelyMissed }: FeasibilityFinding): boolean {
  return status === 'infeasible' && surelyMissed?.length !== 0
}

/**
 * Combines the sum test of eq (6) with what was found about other weights. Migrate where targets are
 * proven infeasible beyond the prediction's interval, or where, by the sums, a domain has to be moved
 * and the best weights found miss a target even at the low end of the prediction. Everything else that
 * violates a target is a reweight, because a sum of times proves nothing about each of them (E0.14),
 * with one violator it always exceeds its target, and trying weights costs less than moving a domain.
 * Whether weights are predicted to keep every target or may not suffice is among the reasons; the
 * former requires predictions anchored in measurements, as the sum is. The rule `printed` keeps its
 * verdict. An `ok` stays as it is.
 * @param finding null where no weights were looked for, or none were found
 */
export function refineDecision(decision: Decision, finding: FeasibilityFinding | null): Decision {
  if (decision.verdict === 'ok') return decision
  const reasons = [...decision.reasons, ...(finding ? findingReasons(decision, finding) : [])]
  if (finding && isProvenInfeasible(finding)) return { ...decision, verdict: 'migrate', reasons }
  if (decision.rule === 'printed' || decision.verdict === 'reweight')
    return { ...decision, reasons }
  const { surelyMissed = [] } = finding ?? {}
  if (surelyMissed.length > 0) {
    const domains = [...surelyMissed]
    return { ...decision, reasons: [...reasons, { code: 'weights-surely-miss-targets', domains }] }
  }
  const isKept = finding?.anchored && keepsEveryTarget(finding)
  const outlook: DecisionReason = isKept
    ? overruled(decision)
    : { code: 'weights-may-not-suffice', domains: decision.violators }
  return { ...decision, verdict: 'reweight', reasons: [...reasons, outlook] }
}
