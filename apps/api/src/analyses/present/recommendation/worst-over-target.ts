import type * as contract from '@steelyard/contract'
import { formatRoughPercent } from '@steelyard/contract/format'
import type { WeightSolution } from '@steelyard/solver'

type WorstOverTarget = NonNullable<contract.Objective['worstOverTarget']>

/** Null where nothing is predicted of a domain with a target. */
export function worstOverTarget({ predicted }: WeightSolution): WorstOverTarget | null {
  const ratios = predicted.flatMap(({ name: domain, predictedSeconds, targetSeconds }) =>
    predictedSeconds === null || targetSeconds === null
      ? []
      : [{ domain, ratio: predictedSeconds / targetSeconds }],
  )
  return ratios.sort((a, b) => b.ratio - a.ratio)[0] ?? null
}

/** The margin that is left of the worst time: "8 % below its target, that of vm2". */
export function marginWords({ domain, ratio }: WorstOverTarget): string {
  const apart = formatRoughPercent(Math.abs(1 - ratio))
  return `${apart} ${ratio <= 1 ? 'below' : 'above'} its target, that of ${domain}`
}
