import { formatCounted } from '@steelyard/contract/format'
import type { WeightProblem, WeightSolution } from '@steelyard/solver'

/** Whether the weights are the smallest change, and not what stands in where none was found. */
export function isSmallestChange(
  { mode }: Pick<WeightProblem, 'mode'>,
  { warnings }: Pick<WeightSolution, 'warnings'>,
): boolean {
  return mode === 'smallest-change' && warnings.every(({ code }) => code !== 'no-smaller-change')
}

/** What is known of the smallest change; a margin that it does not keep is said beside it. */
export function smallestStatement(
  { status, proof, warnings }: WeightSolution,
  found: string,
  name: string,
): string {
  const margin = warnings.some(({ code }) => code === 'margin-not-kept') ? '' : ' with the margin'
  if (status !== 'not-proven') {
    return `Proven: no smaller shift of the shares on the grid than ${found} keeps every target${margin}, as ${name} predicts.`
  }
  const tried =
    proof.cause?.code === 'too-many-allocations'
      ? proof.cause.played
      : proof.cause?.code === 'search'
        ? proof.cause.asked
        : null
  const those = tried === null ? 'allocations' : formatCounted(tried, 'allocation')
  return `Not proven: ${found} are the least shift found that keeps every target${margin}. ${name} tried ${those}, the nearest first.`
}
