import type { Objective } from '@steelyard/contract'
import { formatCount } from '../../lib/format.ts'
import { groupBy } from '../../lib/group-by.ts'
import { joinNames } from '../../lib/join-names.ts'
import { objectiveWords } from './objective-labels.ts'

/** What weights each objective leads to; those that lead to the same are named together. */
export function objectivesGist(objectives: readonly Objective[]): string {
  const groups = groupBy(objectives, ({ weights }) =>
    weights.map(({ domain, weight }) => `${domain} ${formatCount(weight)}`).join(', '),
  )
  const choices = [...groups].map(([weights, same]) => {
    const names = [...new Set(same.map(({ objective }) => objectiveWords[objective]))]
    return `For ${joinNames(names)}: ${weights}.`
  })
  return choices.length === 1 && objectives.length > 1
    ? `All agree. ${choices[0]}`
    : choices.join(' ')
}
