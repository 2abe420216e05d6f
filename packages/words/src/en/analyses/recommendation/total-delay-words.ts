import type { Objective, TotalDelay } from '@steelyard/analysis'
import { formatList } from '@steelyard/contract/format'
import type { Asked } from '../../../asked.ts'
import { namedWeights } from './weights-words.ts'

/**
 * How the objective `total-delay` differs from eq (7) of the paper, which asks the formula alone and
 * knows neither targets nor bounds. Null where it does not.
 */
function moreThanEquation7({ targets, options }: Asked): string | null {
  const more = [
    ...(targets.some(({ responseTimeMs }) => responseTimeMs !== null) ? ['keeps the targets'] : []),
    ...(options.anchored ? ['scales the times towards the measurements'] : []),
    ...(options.bounds.length + options.excluded.length > 0
      ? ['keeps to the requested bounds']
      : []),
  ]
  return more.length > 0 ? formatList(more) : null
}

/** Beside eq (7): what the objective of the same name asks and chooses. Null where it is the same. */
export function beyondEquation7(objectives: readonly Objective[], asked: Asked): string | null {
  const own = objectives.find(isTotalDelay)
  const more = moreThanEquation7(asked)
  if (!own || !more) return null
  const choice = own.solution.weights
    ? `chooses ${namedWeights(own.weights)}`
    : 'finds no such weights'
  return `“Least total delay” among the options asks another question. It also ${more}, and ${choice}.`
}

/** Beside the objective: what eq (7) by itself would choose. Null where it is the same question. */
export function besideEquation7(
  objective: Objective,
  equation: TotalDelay | null,
  asked: Asked,
): string | null {
  const more = moreThanEquation7(asked)
  if (!isTotalDelay(objective) || !equation || !more) return null
  const alone = equation.domains.map(({ domain, correctedWeight: weight }) => ({ domain, weight }))
  return `Unlike eq (7) of the paper by itself, which would choose ${namedWeights(alone)}, it also ${more}.`
}

function isTotalDelay({ objective, chosenBy }: Objective): boolean {
  return objective === 'total-delay' && chosenBy === 'delay-aware'
}
