import { LEAST_GAIN, type Recommendation } from '@steelyard/analysis'
import type { WeightProblem, WeightSolution } from '@steelyard/solver'
import { estimatorName } from '../estimator-name.ts'
import { causeWords } from './solution-words.ts'

/** A proof is about predictions, so it is only as good as the model that makes them. */
export function proofStatement({ solution, infeasible, problem, by }: Recommendation): string {
  if (infeasible) return infeasibleStatement(infeasible, problem)
  const { status, proof } = solution
  const name = estimatorName(by)
  if (status === 'not-proven') {
    return `Not proven: these are the best of the weights tried with ${name}. ${proof.cause ? causeWords(proof.cause) : ''}`.trim()
  }
  if (proof.engine === 'least-raise') {
    return 'Proven: no smaller raise of the violating domains is predicted to meet their targets.'
  }
  if (by === 'delay-aware' && proof.engine !== 'enumeration') {
    return 'Proven: under the same constraints no other weights on the grid have a smaller total delay by the formula.'
  }
  const none = `Proven: under the same constraints no weights on the grid are better by more than ${LEAST_GAIN * 100} %, as ${name} predicts`
  return proof.engine === 'enumeration'
    ? `${none}; of those as good, these change the shares least.`
    : `${none}.`
}

/**
 * The weights in force may lie between the steps of the grid, so they may keep targets that no
 * weights on the grid keep.
 */
function infeasibleStatement(
  { conflicts, predicted }: WeightSolution,
  { bounds = {}, excluded = [], mode }: WeightProblem,
): string {
  const restricted = Object.keys(bounds).length > 0 || excluded.length > 0
  const within = restricted ? ' within the requested bounds' : ''
  const which =
    mode === 'raise-violator-only'
      ? `no raise of the violating domains${within} is`
      : `no weights on the grid${within} are`
  const sets = conflicts.map((set) => set.join(' + ')).join('; ')
  const kept = predicted.every((prediction) => prediction.meetsTarget !== false)
  return [
    `Proven: ${which} predicted to meet all targets.`,
    ...(sets ? [`In conflict: ${sets}.`] : []),
    ...(kept ? ['The weights in force are predicted to: keep them.'] : []),
  ].join(' ')
}
