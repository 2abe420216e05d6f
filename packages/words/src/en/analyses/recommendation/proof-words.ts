import { LEAST_GAIN, type Objective, type Recommendation } from '@steelyard/analysis'
import type { WeightProblem, WeightSolution } from '@steelyard/solver'
import { estimatorName } from '../../estimator-name.ts'
import { isSmallestChange, smallestStatement } from './smallest-words.ts'
import { causeWords } from './solution-words.ts'
import { foundWeights, namedWeights } from './weights-words.ts'

/**
 * A proof is about predictions, so it is only as good as the model that makes them, and about the
 * weights that were found, which need not be those that are recommended.
 */
export function proofStatement({
  solution,
  infeasible,
  problem,
  by,
}: Pick<Recommendation, 'solution' | 'infeasible' | 'problem' | 'by'>): string {
  if (infeasible) return infeasibleStatement(infeasible, problem)
  const { status, proof } = solution
  const name = estimatorName(by)
  const found = foundWeights({ problem, solution })
  if (isSmallestChange(problem, solution)) return smallestStatement(solution, found, name)
  if (status === 'not-proven') {
    return `Not proven: ${found} are the best of the weights tried with ${name}. ${proof.cause ? causeWords(proof.cause) : ''}`.trim()
  }
  if (proof.engine === 'least-raise') {
    return solution.warnings.some(({ code }) => code === 'no-violators')
      ? 'Proven: no guest that may be raised is predicted to miss its target.'
      : `Proven: with ${found}, no smaller raise of the violating guests is predicted to meet their targets.`
  }
  if (by === 'delay-aware' && proof.engine !== 'enumeration') {
    return `Proven: under the same constraints no weights on the grid have a smaller total delay by the formula than ${found}.`
  }
  const none = `Proven: under the same constraints no weights on the grid are better than ${found} by more than ${LEAST_GAIN * 100} %, as ${name} predicts`
  return proof.engine === 'enumeration'
    ? `${none}; of those as good, these change the shares least.`
    : `${none}.`
}

/** What a formula proves of its own choice, where the simulation could not play all. */
export function provenBesideWords(
  { solution, objective, by }: Pick<Recommendation, 'solution' | 'objective' | 'by'>,
  objectives: readonly Objective[],
): string[] {
  const proven = objectives.find(
    (each) =>
      each.objective === objective && each.chosenBy !== by && each.solution.status === 'optimal',
  )
  if (solution.status !== 'not-proven' || !proven) return []
  return [
    `By ${estimatorName(proven.chosenBy)}, ${namedWeights(proven.weights)} are proven best on the grid.`,
  ]
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
  const within = restricted ? ' within the bounds' : ''
  const which =
    mode === 'raise-violator-only'
      ? `no raise of the violating guests${within} is`
      : `no weights on the grid${within} are`
  const sets = conflicts.map((set) => set.join(' + ')).join('; ')
  const kept = predicted.every((prediction) => prediction.meetsTarget !== false)
  return [
    `Proven: ${which} predicted to meet all targets.`,
    ...(sets ? [`In conflict: ${sets}.`] : []),
    ...(kept ? ['The weights in force are predicted to: keep them.'] : []),
  ].join(' ')
}
