import type { WeightObjective } from '@steelyard/contract'
import { estimatorName } from '../estimates/estimator-name.ts'
import { type Check, isChanged } from '../recommendation/gate.ts'
import type { Choice, RecommendInput } from '../recommendation/recommend.ts'

export interface Advice {
  /** Whether the weights found are recommended; else those in force are. */
  change: boolean
  /** Why, in sentences. */
  reason: string
}

/** Both have to agree that other weights are better: they share no assumption but the load. */
const judges = ['sdps', 'twin'] as const

/** Whether to change weights. Whatever speaks against it wins, in the order of what an operator asks first. */
export function adviceOf(input: RecommendInput, choice: Choice): Advice {
  const { objective, problem, solution, checks } = choice
  if (solution.status === 'infeasible') {
    return leave('No allowed weights are predicted to keep every target.')
  }
  if (meetsItsTargets(input)) {
    return leave(
      'Every target is met, as measured: there is nothing to gain that somebody else would not pay for.',
    )
  }
  if (!isChanged(problem.currentWeights, solution.weights)) {
    return leave(
      'The weights in force are the best of those allowed, or not worse than the best by more than 2 %.',
    )
  }
  const silent = judges.filter((model) => !checks.some((each) => each.model === model))
  if (silent.length > 0) {
    const names = silent.map(estimatorName).join(' and ')
    return leave(`Other weights cannot be checked: ${names} has no answer for this recording.`)
  }
  const told = (some: readonly Check[]) => some.map((each) => sentenceOf(each, objective)).join(' ')
  const failed = checks.filter(({ passes }) => !passes)
  return failed.length > 0
    ? leave(`Other weights are not certain to be better. ${told(failed)}`)
    : { change: true, reason: told(checks) }
}

function leave(reason: string): Advice {
  return { change: false, reason: `Leave them. ${reason}` }
}

/** There are targets of response times, all of them were measured, and none is missed. */
function meetsItsTargets({ targets, measured, options }: RecommendInput): boolean {
  const promised = targets.filter(({ responseTimeMs }) => responseTimeMs !== null)
  return (
    promised.length > 0 &&
    promised.every(({ domain, responseTimeMs }) => {
      const seconds = measured.get(domain)?.[options.targetStatistic] ?? null
      return seconds !== null && seconds * 1000 <= responseTimeMs!
    })
  )
}

/** What a gain is one of. */
const objectiveWords: Record<WeightObjective, string> = {
  'meet-targets': 'the worst ratio of a time to its target',
  'raise-violators': 'the worst ratio of a time to its target',
  'mean-slowdown': 'mean slowdown',
  'mean-over-requests': 'the mean over all requests',
  'total-delay': 'total delay',
}

function sentenceOf({ model, gain, uncertainty }: Check, objective: WeightObjective): string {
  const change = gain >= 0 ? 'a gain' : 'a loss'
  const figure = `${change} of ${percent(Math.abs(gain))} in ${objectiveWords[objective]}, give or take ${percent(uncertainty)}`
  return `${capitalised(estimatorName(model))} expects ${figure}.`
}

function capitalised(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1)
}

function percent(fraction: number): string {
  const value = fraction * 100
  return value < 1 ? 'less than 1 %' : `${Number(value.toPrecision(2))} %`
}
