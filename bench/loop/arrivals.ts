import { exponential, uniform } from '@steelyard/model'
import { STEP_SECONDS } from './clock.ts'
import type { LoadPlan } from './load-plan.ts'

/** Poisson arrivals at the planned rate, the same whenever and however often they are asked for. */
export function arrivalsOf(
  { family, seed, rates }: LoadPlan,
  domain: string,
  fromSeconds: number,
  toSeconds: number,
): number[] {
  const { guests } = family
  const own = guests.findIndex(({ name }) => name === domain)
  const arrivals: number[] = []
  for (let step = fromSeconds / STEP_SECONDS; step < toSeconds / STEP_SECONDS; step++) {
    const rate = rates[domain]?.[step] ?? 0
    if (rate === 0) continue
    const draw = uniform(seed * 1_000_003 + step * guests.length + own)
    const gap = () => exponential(draw) / rate
    // Gaps are memoryless, so each step may begin anew.
    for (let at = gap(); at < STEP_SECONDS; at += gap()) {
      arrivals.push(step * STEP_SECONDS + at)
    }
  }
  return arrivals
}

/** A sequence of its own for the demands, far from those of the arrivals. */
const DEMANDS = 500_000_003

/** Exponential CPU times of a guest's requests of one step, by their order of arrival. */
export function demandsOf(
  { family, seed }: LoadPlan,
  domain: string,
  step: number,
  count: number,
): Float64Array {
  const { guests } = family
  const own = guests.findIndex(({ name }) => name === domain)
  const draw = uniform(DEMANDS + seed * 1_000_003 + step * guests.length + own)
  const rate = 1 / guests[own]!.cpuSecondsPerRequest
  return Float64Array.from({ length: count }, () => exponential(draw) / rate)
}
