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
  /** The weights found equal those in force. */
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

function findingReasons(finding: FeasibilityFinding): DecisionReason[] {
  if (finding.status === 'infeasible') return [infeasible(finding)]
  const { missed, unchanged, status } = finding
  const reasons: DecisionReason[] = []
  if (missed.length > 0) reasons.push({ code: 'weights-miss-targets', domains: [...missed] })
  else if (!unchanged) reasons.push({ code: 'weights-meet-targets', domains: [] })
  if (unchanged) reasons.push({ code: 'no-better-weights', domains: [] })
  if (status === 'not-proven') reasons.push({ code: 'optimum-not-proven', domains: [] })
  return reasons
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
 * Combines the sum test of eq (6) with the solver's findings. Proven infeasible means migrate.
 * Weights predicted to keep every target revoke a `migrate`: a sum of times proves nothing about
 * each of them (E0.14), and trying weights costs less than moving a domain. That requires
 * predictions anchored in measurements, as the sum is; the formula alone may miss the overload. The
 * rule `printed` keeps its verdict. An `ok` stays as it is.
 */
export function refineDecision(decision: Decision, finding: FeasibilityFinding): Decision {
  if (decision.verdict === 'ok') return decision
  const reasons = [...decision.reasons, ...findingReasons(finding)]
  if (finding.status === 'infeasible') return { ...decision, verdict: 'migrate', reasons }
  const takenBack =
    decision.rule === 'gated' &&
    decision.verdict === 'migrate' &&
    finding.anchored &&
    keepsEveryTarget(finding)
  if (!takenBack) return { ...decision, reasons }
  return { ...decision, verdict: 'reweight', reasons: [...reasons, overruled(decision)] }
}
