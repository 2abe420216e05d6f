import type { Decision, DecisionReason } from './decision.ts'

/** What an exact solver found out about the targets. */
export interface FeasibilityFinding {
  status: 'optimal' | 'infeasible' | 'not-proven'
  /** Sets of domains whose targets cannot be kept together. */
  conflicts: readonly (readonly string[])[]
}

function findingReason({ status, conflicts }: FeasibilityFinding): DecisionReason {
  if (status === 'infeasible') {
    const sets = conflicts.map((set) => set.join(' with ')).join('; ')
    return {
      code: 'targets-proven-infeasible',
      sentence: `No weights keep all targets. In conflict: ${sets}.`,
      numbers: { conflicts: conflicts.length },
      domains: [...new Set(conflicts.flat())],
    }
  }
  if (status === 'optimal') {
    return {
      code: 'weights-meet-targets',
      sentence: 'There are weights at which every target is predicted to be kept.',
      numbers: {},
      domains: [],
    }
  }
  return {
    code: 'optimum-not-proven',
    sentence: 'The time limit ended the search before the best weights were proven.',
    numbers: {},
    domains: [],
  }
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
    reasons: [...decision.reasons, findingReason(finding)],
  }
}
