import type { EstimatorId, Objective, Recommendation } from '@steelyard/contract'
import { formatCount } from '../../lib/format.ts'
import { groupBy } from '../../lib/group-by.ts'
import { joinNames } from '../../lib/join-names.ts'
import { styleOf } from '../charts/series-style.ts'

/** What a recommendation rests on; until there was a choice it was always the paper's formula. */
export function estimatorOf({ estimator }: Recommendation): EstimatorId {
  return estimator ?? 'delay-aware'
}

/** What the solver makes as small as it can, in the middle of a sentence. */
export function minimised(by: EstimatorId): string {
  return by === 'delay-aware' ? 'the total delay' : 'the mean over all requests'
}

/** Who chooses which weights; those that agree are named together. */
export function objectivesGist(objectives: readonly Objective[]): string {
  const groups = groupBy(objectives, ({ weights }) =>
    weights.map(({ domain, weight }) => `${domain} ${formatCount(weight)}`).join(', '),
  )
  const choices = [...groups].map(([weights, same]) => {
    const names = same.map(({ objective }) => styleOf(objective).label)
    return `${joinNames(names)}: ${weights}.`
  })
  return choices.length === 1 && objectives.length > 1
    ? `All agree. ${choices[0]}`
    : choices.join(' ')
}
