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
  const sets = conflicts.map((set) => set.join(' with ')).join('; ')
  const within = restricted ? ' within the bounds asked for' : ''
  return {
    code: 'targets-proven-infeasible',
    sentence: `No weights in the steps asked for${within} are predicted to keep all targets. In conflict: ${sets}.`,
    numbers: { conflicts: conflicts.length },
    domains: [...new Set(conflicts.flat())],
  }
}

function missing({ missed }: FeasibilityFinding): DecisionReason {
  return {
    code: 'weights-miss-targets',
    sentence: `The weights found leave ${missed.join(', ')} over target, as predicted.`,
    numbers: { missed: missed.length },
    domains: [...missed],
  }
}

function plain(
  code: 'weights-meet-targets' | 'optimum-not-proven' | 'no-better-weights',
  sentence: string,
): DecisionReason {
  return { code, sentence, numbers: {}, domains: [] }
}

function findingReasons(finding: FeasibilityFinding): DecisionReason[] {
  if (finding.status === 'infeasible') return [infeasible(finding)]
  const unproven = plain(
    'optimum-not-proven',
    'The weights found are not proven to be the best of all.',
  )
  const unchanged = plain('no-better-weights', 'The weights found are the ones in force.')
  const met = plain(
    'weights-meet-targets',
    'There are weights at which every target is predicted to be kept.',
  )
  return [
    ...(finding.missed.length > 0 ? [missing(finding)] : finding.unchanged ? [] : [met]),
    ...(finding.unchanged ? [unchanged] : []),
    ...(finding.status === 'not-proven' ? [unproven] : []),
  ]
}

/**
 * Eq (6) compares two sums; weights that keep every single target are the sharper test (E0.14).
 */
function overruled(decision: Decision): DecisionReason {
  return {
    code: 'sum-test-overruled',
    sentence:
      'Eq (6) alone says migrate, but weights were found that are predicted to keep each target: try those first.',
    numbers: {},
    domains: decision.violators,
  }
}

/**
 * Whether weights other than those in force were found that are predicted to keep every target.
 */
export function keepsEveryTarget(finding: FeasibilityFinding): boolean {
  return finding.status !== 'infeasible' && finding.missed.length === 0 && !finding.unchanged
}

/**
 * Combines the sum test of eq (6) with the solver's findings. Proven infeasible means migrate.
 * Weights predicted to keep every target revoke a `migrate`: a sum of peaks proves nothing about
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
