import { uniform } from '../sdps/uniform.ts'
import { STEP_SECONDS } from './clock.ts'
import { GUESTS, type LoadPlan } from './load-plan.ts'

/** Poisson arrivals at the planned rate, the same whenever and however often they are asked for. */
export function arrivalsOf(
  { seed, rates }: LoadPlan,
  domain: string,
  fromSeconds: number,
  toSeconds: number,
): number[] {
  const own = GUESTS.findIndex(({ name }) => name === domain)
  const arrivals: number[] = []
  for (let step = fromSeconds / STEP_SECONDS; step < toSeconds / STEP_SECONDS; step++) {
    const rate = rates[domain]?.[step] ?? 0
    if (rate === 0) continue
    const draw = uniform(seed * 1_000_003 + step * GUESTS.length + own)
    // Gaps are memoryless, so each step may begin anew.
    for (let at = gap(draw, rate); at < STEP_SECONDS; at += gap(draw, rate)) {
      arrivals.push(step * STEP_SECONDS + at)
    }
  }
  return arrivals
}

function gap(draw: () => number, ratePerSecond: number): number {
  return -Math.log(1 - draw()) / ratePerSecond
}
