import { isChanged, type WeightCheck } from './gate.ts'
import type { Choice, RecommendInput } from './recommend.ts'

/** Whether the new weights are recommended or those in force are kept, and why. */
export type Advice =
  | { change: true; code: 'better' | 'least-bad' | 'better-still'; silent: JudgeOfAdvice[] }
  | { change: false; code: 'infeasible' | 'targets-met' | 'already-best' | 'not-certain' }
  | { change: false; code: 'not-checked'; silent: JudgeOfAdvice[] }

export type JudgeOfAdvice = (typeof judges)[number]

/**
 * Both should agree that other weights are better: they share no assumption but the load. SDPS may
 * have no say, without an answer or with one that is sure of nothing; only what it is sure of is an
 * objection.
 */
const judges = ['sdps', 'twin'] as const

/**
 * How many times its uncertainty the twin's gain must be where it decides alone: two models that
 * each are wrong with a chance of one in ten are both wrong as rarely as one at twice its 80 %
 * interval (2.56 standard deviations, one in two hundred).
 */
const ALONE = 2
/**
 * The same where the recording is too thin for figures, but the question is about a difference under
 * the same requests. It is asked of the twin: the uncertainty of SDPS is mostly its model's error, a
 * fixed part of what it sees, so three times it would never be reached. Our own bound.
 */
const ON_THIN_EVIDENCE = 3
/**
 * How much of the worst ratio of a time to its target must go where targets stay missed whatever is
 * done: others pay for it without any target being kept. Our own bound.
 */
const LEAST_OF_LEAST_BAD = 0.1
/**
 * How much the objective must gain where every target is met already: nobody asked for more. The twin
 * has to be as sure of it as where it decides alone. Our own bounds.
 */
const LEAST_WHERE_MET = 0.1

/**
 * Decides whether to change weights. Any objection prevails; they are checked in the order in which
 * an operator would ask.
 */
export function adviceOf(input: RecommendInput, choice: Choice): Advice {
  const { problem, solution, checks, infeasible } = choice
  const isMet = meetsItsTargets(input)
  const leave = (code: 'already-best' | 'not-certain'): Advice => ({
    change: false,
    code: isMet ? 'targets-met' : infeasible ? 'infeasible' : code,
  })
  if (isMet && infeasible) return leave('not-certain')
  if (!isChanged(problem.currentWeights, solution.weights)) return leave('already-best')
  const twin = checks.find(({ model }) => model === 'twin')
  if (!twin) {
    const answered = checks.map(({ model }) => model)
    const silent = judges.filter((model) => !answered.includes(model))
    return isMet ? leave('not-certain') : { change: false, code: 'not-checked', silent }
  }
  const speaking = checks.filter(({ passes, objects }) => passes || objects)
  const silent = judges.filter((model) => !speaking.some((each) => each.model === model))
  const timesTwin = Math.max(
    isMet || silent.length > 0 ? ALONE : 1,
    input.evidence === 'not-enough' ? ON_THIN_EVIDENCE : 1,
  )
  const least = Math.max(infeasible ? LEAST_OF_LEAST_BAD : 0, isMet ? LEAST_WHERE_MET : 0)
  const isSure = ({ model, passes, gain, uncertainty }: WeightCheck) =>
    passes && gain > (model === 'twin' ? Math.max(least, timesTwin * uncertainty) : uncertainty)
  if (![twin, ...speaking].every(isSure)) return leave('not-certain')
  return {
    change: true,
    code: isMet ? 'better-still' : infeasible ? 'least-bad' : 'better',
    silent,
  }
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
