import type { AnalysisResult, Objective } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { worstOverTarget } from '@steelyard/solver'
import { type Asked, words } from '@steelyard/words'
import { toMs } from '../../../milliseconds.ts'

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
    statement: words.analyses.objective(own, result, asked),
    weights,
    worstOverTarget: worstOverTarget(solution),
    outlook: outlook.map(({ estimator, domains, meanSeconds }) => ({
      estimator,
      domains: domains.map((each) => ({
        domain: each.domain,
        responseTimeMs: toMs(each.meanSeconds),
        judgedMs: toMs(each.judgedSeconds ?? null),
        meetsTarget: each.meetsTarget,
      })),
      meanMs: toMs(meanSeconds),
    })),
  }
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
