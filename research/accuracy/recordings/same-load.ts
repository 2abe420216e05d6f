import { DOMAIN_0 } from '@steelyard/analysis'
import type { Phase, Run } from './read-run.ts'

/**
 * Recordings with the same requests at the same times, one of which has equal weights throughout.
 */
export interface LoadGroup {
  equal: Run
  /** Recordings with other weights in at least one phase. */
  others: Run[]
}

export function groupsOfSameLoad(runs: readonly Run[]): LoadGroup[] {
  const byLoad = new Map<string, Run[]>()
  for (const run of runs) {
    if (run.sameLoad !== null) byLoad.set(run.sameLoad, [...(byLoad.get(run.sameLoad) ?? []), run])
  }
  return [...byLoad.values()].flatMap((group) => {
    const equal = group.find((run) => run.phases.every(hasEqualWeights))
    const others = group.filter((run) => run !== equal && !run.phases.every(hasEqualWeights))
    return equal && others.length > 0 ? [{ equal, others }] : []
  })
}

/** The phase of the other run with the same requests. Null when that run has other phases. */
export function counterpart(phase: Phase, of: Run, inRun: Run): Phase | null {
  const index = of.phases.indexOf(phase)
  const other = inRun.phases[index]
  return other?.span.label === phase.span.label ? other : null
}

export function differInWeights(a: Phase, b: Phase): boolean {
  return Object.keys({ ...a.weights, ...b.weights }).some((d) => a.weights[d] !== b.weights[d])
}

export function hasEqualWeights({ weights }: Phase): boolean {
  const guests = Object.entries(weights).filter(([name]) => name !== DOMAIN_0)
  return guests.every(([, weight]) => weight === guests[0]![1])
}
