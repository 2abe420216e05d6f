import type { SyntheticHost } from './draw-host.ts'
import type { Measurer, PlayedHost } from './play-host.ts'
import type { Targets } from './settle-targets.ts'

/** What the operator asked for; less is better in either figure. */
export interface Score {
  /** The greatest ratio of a 95th percentile to its target. 0 without targets. */
  worstOverTarget: number
  /** Mean over the guests of the time divided by that on an idle host. */
  slowdown: number
  /** The ratio of each target. */
  overTarget: number[]
}

export function scoreOf(
  { guests, domain0CpuSecondsPerRequest }: SyntheticHost,
  targets: Targets,
  times: PlayedHost,
  at: Measurer,
): Score {
  const ratios = Object.entries(targets).map(([name, target]) => {
    return times[name]![at].p95Seconds / target
  })
  const slowdowns = guests.map(({ name, cpuSecondsPerRequest }) => {
    return times[name]![at].meanSeconds / (cpuSecondsPerRequest + domain0CpuSecondsPerRequest)
  })
  return {
    worstOverTarget: Math.max(0, ...ratios),
    slowdown: slowdowns.reduce((sum, each) => sum + each, 0) / slowdowns.length,
    overTarget: ratios,
  }
}

/**
 * The part of the objective that is saved: of the worst time over its target while a target is missed
 * before or after, otherwise of the mean slowdown. Negative for harm.
 */
export function gainOf(before: Score, after: Score): number {
  const [was, is] = [excess(before), excess(after)]
  return was > 1 || is > 1 ? 1 - is / was : 1 - after.slowdown / before.slowdown
}

export function isBetter(one: Score, other: Score): boolean {
  const [a, b] = [excess(one), excess(other)]
  return a === b ? one.slowdown < other.slowdown : a < b
}

function excess({ worstOverTarget }: Score): number {
  return Math.max(1, worstOverTarget)
}
