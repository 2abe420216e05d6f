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

const countOf = (outcomes: Outcomes, holds: (of: Of) => boolean) =>
  outcomes.filter((outcome) => holds(lookUp(outcome))).length

/** Such as "holds under 4 of 12 guesses". */
export function heldUnder(outcomes: Outcomes, holds: (of: Of) => boolean): string {
  return `holds under ${countOf(outcomes, holds)} of ${outcomes.length} guesses`
}

/** Reproduced when it holds under every guess, partly when it holds under some. */
export function verdict(
  outcomes: Outcomes,
  holds: (of: Of) => boolean,
): Pick<ReproductionRow, 'difference' | 'status'> {
  return {
    difference: heldUnder(outcomes, holds),
    status: statusOf(countOf(outcomes, holds), outcomes.length),
  }
}
