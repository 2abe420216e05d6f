import type { Decision, DecisionReason } from './decision.ts'

/** What an exact solver found out about the targets. */
export interface FeasibilityFinding {
  status: 'optimal' | 'infeasible' | 'not-proven'
  /** Sets of domains whose targets cannot be kept together. */
  conflicts: readonly (readonly string[])[]
  /**
   * Domains that the weights found are predicted to leave over their target. Not every aim binds all
   * targets: the least total delay binds none, raising the violators binds theirs alone.
   */
  missed: readonly string[]
  /** The weights found are the ones in force. */
  unchanged: boolean
  /** Shares were bounded or kept, so "no weights" means none of those that were allowed. */
  restricted: boolean
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
    'The time limit ended the search before the best weights were proven.',
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
 * Joins the sum test of eq (6) with a proof. Proven infeasible means migrate. Proven feasible does
 * not take back a `migrate`: the sums are measured, the weights' effect is predicted; the reason
 * is added for the operator to weigh. An `ok` stays as it is.
 */
export function refineDecision(decision: Decision, finding: FeasibilityFinding): Decision {
  if (decision.verdict === 'ok') return decision
  return {
    ...decision,
    verdict: finding.status === 'infeasible' ? 'migrate' : decision.verdict,
    reasons: [...decision.reasons, ...findingReasons(finding)],
  }
}
