import { type AnalysisResult, LEAST_GAIN, type Objective } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import type { SolutionWarning, WeightSolution } from '@steelyard/solver'
import { toMs } from '../../../milliseconds.ts'
import { estimatorName } from '../estimator-name.ts'
import { smallestStatement } from './smallest-words.ts'
import { causeWords, warningWords } from './solution-words.ts'
import { type Asked, besideEquation7 } from './total-delay-words.ts'
import { namedWeights } from './weights-words.ts'
import { marginWords, worstOverTarget } from './worst-over-target.ts'

export function presentObjective(
  own: Objective,
  result: Pick<AnalysisResult, 'asPrinted' | 'recommendation' | 'evidence'>,
  asked: Asked,
): contract.Objective {
  const { objective, chosenBy, solution, weights, outlook } = own
  return {
    objective,
    chosenBy,
    method: methodOf(own),
    statement: [
      objectiveStatement(own),
      ...solution.warnings.flatMap(choiceWarning),
      marginStatement(solution),
      besideEquation7(own, result.asPrinted.totalDelay, asked),
      notRecommended(own, result),
    ]
      .filter(Boolean)
      .join(' '),
    weights,
    worstOverTarget: worstOverTarget(solution),
    outlook: outlook.map(({ estimator, domains, meanSeconds }) => ({
      estimator,
      domains: domains.map((each) => ({
        domain: each.domain,
        responseTimeMs: toMs(each.meanSeconds),
        meetsTarget: each.meetsTarget,
      })),
      meanMs: toMs(meanSeconds),
    })),
  }
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

function methodOf({
  objective,
  solution: { status, proof },
}: Objective): contract.Objective['method'] {
  if (status === 'not-proven') return 'search'
  // Of all that are near enough to be smaller changes, not of the whole grid.
  if (objective === 'smallest-change') return 'proven'
  return proof.engine === 'enumeration' ? 'enumerated' : 'proven'
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

function objectiveStatement({ objective, chosenBy, solution, weights }: Objective): string {
  const { status, proof, warnings } = solution
  if (status === 'infeasible') {
    return 'No weights on the grid are predicted to meet every target: the weights in force stay.'
  }
  if (objective === 'smallest-change' && !warnings.some(({ code }) => code === 'no-smaller-change'))
    return smallestStatement(solution, namedWeights(weights), estimatorName(chosenBy))
  if (status === 'not-proven')
    return `Not proven. ${proof.cause ? causeWords(proof.cause) : ''}`.trim()
  if (proof.engine === 'least-raise') {
    return 'Proven: no smaller raise of the violating domains is predicted to meet their targets.'
  }
  if (proof.engine !== 'enumeration') {
    return proof.gap
      ? `Proven: none on the grid is better by more than ${LEAST_GAIN * 100} %.`
      : 'Proven to be the best on the grid.'
  }
  return `Every allocation of the grid was tried; of those within ${LEAST_GAIN * 100} % of the best, this is the nearest to the weights in force.`
}
