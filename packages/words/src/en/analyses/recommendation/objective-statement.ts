import { type AnalysisResult, LEAST_GAIN, type Objective } from '@steelyard/analysis'
import { type SolutionWarning, type WeightSolution, worstOverTarget } from '@steelyard/solver'
import type { Asked } from '../../../asked.ts'
import { estimatorName } from '../../estimator-name.ts'
import { marginWords } from './margin-words.ts'
import { smallestStatement } from './smallest-words.ts'
import { causeWords, warningWords } from './solution-words.ts'
import { besideEquation7 } from './total-delay-words.ts'
import { namedWeights } from './weights-words.ts'

/** What is known of the choice by one objective, and what it is worth. */
export function objectiveStatement(
  own: Objective,
  result: Pick<AnalysisResult, 'asPrinted' | 'recommendation' | 'evidence'>,
  asked: Asked,
): string {
  const { solution } = own
  return [
    choiceStatement(own),
    ...solution.warnings.flatMap(choiceWarning),
    marginStatement(solution),
    besideEquation7(own, result.asPrinted.totalDelay, asked),
    notRecommended(own, result),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The published method always has an answer, which is not to be taken for advice. */
function notRecommended(
  { objective, chosenBy, solution }: Objective,
  { recommendation, evidence }: Pick<AnalysisResult, 'recommendation' | 'evidence'>,
): string | null {
  if (chosenBy !== 'delay-aware' || !solution.weights) return null
  const published = 'This is the choice of the published method; it is not recommended'
  if (evidence.grade === 'not-enough') {
    return `${published}, because the recording is not enough for any advice.`
  }
  const isAdvised =
    recommendation?.advice.change &&
    recommendation.objective === objective &&
    recommendation.by === chosenBy
  return isAdvised ? null : `${published}.`
}

/** How far the worst time stays below its target, or exceeds it. */
function marginStatement(solution: WeightSolution): string | null {
  const worst = worstOverTarget(solution)
  if (!worst || !solution.weights) return null
  return `The worst time is predicted ${marginWords(worst)}.`
}

/** What such a choice did not keep to. */
function choiceWarning(warning: SolutionWarning): string[] {
  return warning.code === 'margin-not-kept' || warning.code === 'no-smaller-change'
    ? [warningWords(warning)]
    : []
}

function choiceStatement({ objective, chosenBy, solution, weights }: Objective): string {
  const { status, proof, warnings } = solution
  if (status === 'infeasible') {
    return 'No weights on the grid are predicted to meet every target: the weights in force stay.'
  }
  if (objective === 'smallest-change' && !warnings.some(({ code }) => code === 'no-smaller-change'))
    return smallestStatement(solution, namedWeights(weights), estimatorName(chosenBy))
  if (status === 'not-proven')
    return `Not proven. ${proof.cause ? causeWords(proof.cause) : ''}`.trim()
  if (proof.engine === 'least-raise') {
    return 'Proven: no smaller raise of the violating guests is predicted to meet their targets.'
  }
  if (proof.engine !== 'enumeration') {
    return proof.gap
      ? `Proven: none on the grid is better by more than ${LEAST_GAIN * 100} %.`
      : 'Proven to be the best on the grid.'
  }
  return `Every allocation of the grid was tried. Of those within ${LEAST_GAIN * 100} % of the best, this is the nearest to the weights in force.`
}
