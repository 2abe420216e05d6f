import type { WeightSolution } from './weight-solution.ts'

/** The domain whose predicted time is farthest above its target, or the least below it. */
export interface WorstOverTarget {
  domain: string
  /** Predicted time over target. */
  ratio: number
}

/** Null where nothing is predicted of a domain with a target. */
export function worstOverTarget({
  predicted,
}: Pick<WeightSolution, 'predicted'>): WorstOverTarget | null {
  const ratios = predicted.flatMap(({ name: domain, predictedSeconds, targetSeconds }) =>
    predictedSeconds === null || targetSeconds === null
      ? []
      : [{ domain, ratio: predictedSeconds / targetSeconds }],
  )
  return ratios.sort((a, b) => b.ratio - a.ratio)[0] ?? null
}
