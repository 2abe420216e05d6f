import { isChanged } from './gate.ts'
import type { Choice, RecommendInput } from './recommend.ts'

/** Whether the new weights are recommended or those in force are kept, and why. */
export type Advice =
  | { change: true; code: 'better' }
  | { change: false; code: 'infeasible' | 'targets-met' | 'already-best' | 'not-certain' }
  | { change: false; code: 'not-checked'; silent: Judging[] }

export type Judging = (typeof judges)[number]

/** Both must agree that other weights are better: they share no assumption but the load. */
const judges = ['sdps', 'twin'] as const

/**
 * Decides whether to change weights. Any objection prevails; they are checked in the order in which
 * an operator would ask.
 */
export function adviceOf(input: RecommendInput, choice: Choice): Advice {
  const { problem, solution, checks } = choice
  if (solution.status === 'infeasible') return { change: false, code: 'infeasible' }
  if (meetsItsTargets(input)) return { change: false, code: 'targets-met' }
  if (!isChanged(problem.currentWeights, solution.weights)) {
    return { change: false, code: 'already-best' }
  }
  const silent = judges.filter((model) => !checks.some((each) => each.model === model))
  if (silent.length > 0) return { change: false, code: 'not-checked', silent }
  return checks.every(({ passes }) => passes)
    ? { change: true, code: 'better' }
    : { change: false, code: 'not-certain' }
}

/** There are response-time targets, all of them were measured, and none is missed. */
export function meetsItsTargets({ targets, measured, settings }: RecommendInput): boolean {
  const promised = targets.filter(({ responseTimeSeconds }) => responseTimeSeconds !== null)
  return (
    promised.length > 0 &&
    promised.every(({ domain, responseTimeSeconds }) => {
      const seconds = measured.get(domain)?.[settings.targetStatistic] ?? null
      return seconds !== null && seconds <= responseTimeSeconds!
    })
  )
}
