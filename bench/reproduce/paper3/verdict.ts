import { statusOf } from '../judge.ts'
import type { ReproductionRow } from '../reproduction.ts'
import type { Outcome, Policy } from './tasks.ts'

/** Outcomes by guess and by policy. */
export type Outcomes = readonly ReadonlyMap<Policy, Outcome>[]

type Of = (policy: Policy) => Outcome

const lookUp =
  (outcome: ReadonlyMap<Policy, Outcome>): Of =>
  (policy) =>
    outcome.get(policy)!

/** The range of a figure over all guesses. */
export function over(outcomes: Outcomes, text: (of: Of) => string): string {
  const texts = outcomes.map((outcome) => text(lookUp(outcome)))
  const ordered = texts.toSorted((a, b) => Number.parseFloat(a) - Number.parseFloat(b))
  const [least, most] = [ordered[0]!, ordered.at(-1)!]
  return least === most ? least : `${least} to ${most}`
}

/** Reproduced when it holds under every guess, partly when it holds under some. */
export function verdict(
  outcomes: Outcomes,
  holds: (of: Of) => boolean,
): Pick<ReproductionRow, 'difference' | 'status'> {
  const count = outcomes.filter((outcome) => holds(lookUp(outcome))).length
  return {
    difference: `holds under ${count} of ${outcomes.length} guesses`,
    status: statusOf(count, outcomes.length),
  }
}
