import type * as contract from '@steelyard/contract'
import type { Companion, WeightProblem, WeightSolution } from '@steelyard/solver'
import { words } from '@steelyard/words'
import { msOf } from '../../../milliseconds.ts'

/** Relative difference below which two totals count as equal. */
const SAME = 1e-6

export function presentCompanions(
  problem: WeightProblem,
  solution: WeightSolution,
): contract.Recommendation['companions'] {
  const { greedy, closedForm } = solution.companions
  const unconstrained = problem.mode === 'free'
  const grid = solution.proof.gridValue
  const companions: contract.Recommendation['companions'] = []
  if (greedy) {
    const note = words.analyses.companion[unconstrained ? 'greedy-free' : 'greedy']
    const agrees = unconstrained && grid !== null ? same(greedy.totalDelaySeconds, grid) : null
    companions.push(companionOf('greedy', greedy, agrees, note))
  }
  if (closedForm) {
    const agrees = grid === null ? null : closedForm.totalDelaySeconds <= grid * (1 + SAME)
    const note = words.analyses.companion['closed-form']
    companions.push(companionOf('closed-form', closedForm, agrees, note))
  }
  return companions
}

function same(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME * Math.max(a, b)
}

function companionOf(
  method: 'greedy' | 'closed-form',
  companion: Companion,
  agrees: boolean | null,
  note: string,
) {
  return {
    method,
    shares: Object.entries(companion.shares).map(([domain, share]) => ({ domain, share })),
    totalDelayMs: msOf(companion.totalDelaySeconds),
    agrees,
    note,
  }
}
