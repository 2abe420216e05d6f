import type { Weights } from '@steelyard/model'
import { toXenWeights } from '@steelyard/solver'

/** Steps by domain; they add up to 1 / step. */
export type Steps = Record<string, number>

/** More allocations would keep a judge busy for hours. */
const MOST_ALLOCATIONS = 600
const STEPS = [20, 10] as const

/**
 * All ways to divide the host among the domains in steps of 0.05, or of 0.1 where there are too
 * many of them. Domains with equal loads and targets are interchangeable: of the allocations that
 * differ only by their names, only the one in which an earlier domain has no more than a later one
 * is listed.
 * @param alike groups of domains with equal loads and targets
 */
export function allAllocations(
  domains: readonly string[],
  alike: readonly (readonly string[])[],
): { steps: number; allocations: Steps[] } {
  const grids = STEPS.map((steps) => ({ steps, allocations: [...divide(domains, steps, alike)] }))
  return grids.find(({ allocations }) => allocations.length <= MOST_ALLOCATIONS) ?? grids.at(-1)!
}

function* divide(
  domains: readonly string[],
  left: number,
  alike: readonly (readonly string[])[],
  taken: Steps = {},
): Generator<Steps> {
  const [domain, ...rest] = domains
  if (domain === undefined) return
  if (rest.length === 0) {
    if (left >= leastOf(domain, alike, taken)) yield { ...taken, [domain]: left }
    return
  }
  for (let own = leastOf(domain, alike, taken); own <= left - rest.length; own++) {
    yield* divide(rest, left - own, alike, { ...taken, [domain]: own })
  }
}

/** The share of the previous domain in the same group, which this domain's share must reach. */
function leastOf(domain: string, alike: readonly (readonly string[])[], taken: Steps): number {
  const group = alike.find((each) => each.includes(domain)) ?? []
  return Math.max(1, ...group.flatMap((other) => taken[other] ?? []))
}

/** The integer weights nearest to these shares. Domain-0's weight and the guests' sum are kept. */
export function weightsOf(steps: Steps, inForce: Weights): Weights {
  const all = Object.values(steps).reduce((sum, each) => sum + each, 0)
  const guestTotal = Object.keys(steps).reduce((sum, name) => sum + inForce[name]!, 0)
  const fractions = Object.fromEntries(
    Object.entries(steps).map(([name, own]) => [name, own / all] as const),
  )
  return { ...inForce, ...toXenWeights(fractions, guestTotal) }
}

/** Shares of the guests in units of 0.05, without rounding. */
export function stepsOf(weights: Weights, domains: readonly string[]): Steps {
  const total = domains.reduce((sum, name) => sum + weights[name]!, 0)
  return Object.fromEntries(domains.map((name) => [name, (20 * weights[name]!) / total]))
}
