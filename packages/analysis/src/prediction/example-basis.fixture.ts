import type { AnalysisLoad } from '../load/analysis-load.ts'
import type { PredictorBasis } from './predictor-basis.ts'

/** The basis of a predictor that says 60 ms of every domain, as was measured. */
export function exampleBasis(
  { load }: Pick<AnalysisLoad, 'load'>,
  changes: Partial<PredictorBasis> = {},
): PredictorBasis {
  const now = { seconds: 0.06, logSpread: 0.05, runs: 5 }
  return {
    by: 'twin',
    quick: 'sdps',
    statistic: 'mean',
    worst: {},
    anchors: {},
    errors: load.domains.map(() => 0),
    outcomes: [],
    hostUtilisation: 0.8,
    chance: {},
    now: Object.fromEntries(load.domains.map(({ name }) => [name, now])),
    advised: null,
    ...changes,
  }
}
