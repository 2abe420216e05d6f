/**
 * How far a model's error on one host scatters over hosts, as the standard deviation of the logarithm:
 * the part of its error that stays when weights change. Ours, rounded from docs/ACCURACY.md; the
 * published formula is off by any factor (E0.8), so measurements overrule it.
 */
export const lastingSpread: Readonly<
  Record<'twin' | 'sdps' | 'delay-aware' | 'delay-aware-calibrated', number>
> = { twin: 0.08, sdps: 0.15, 'delay-aware-calibrated': 0.4, 'delay-aware': 1.5 }

export interface AnchorSpreads {
  /** Of the model's lasting error, see `lastingSpread`. */
  lasting: number
  /** Of the measurement by chance: another stretch of the same load would have shown another figure. */
  chance: number
}

/**
 * What a model's figures are multiplied by, now that one of them can be compared with a measurement of
 * the same quantity: (measured / modelled)^b with b = l^2 / (l^2 + c^2).
 *
 * ln(measured / modelled) is the sum of the model's lasting error, which will be there under other
 * weights too, and of the chance of this recording, which will not. Of two independent normal errors
 * with spreads l and c, b times their sum is the best guess of the first (linear Bayes estimate, as in
 * James and Stein 1961). A long recording scales the model to what was measured, a short one at high
 * load hardly touches it; equal spreads give the square root.
 *
 * @returns 1 where either figure is missing or zero
 */
export function anchorFactor(
  measuredSeconds: number | null | undefined,
  modelledSeconds: number | null | undefined,
  spreads: AnchorSpreads,
): number {
  if (!measuredSeconds || !modelledSeconds) return 1
  const lasting = spreads.lasting ** 2
  const persists = lasting === 0 ? 0 : lasting / (lasting + spreads.chance ** 2)
  return (measuredSeconds / modelledSeconds) ** persists
}

/**
 * A model's figure, moved towards what was measured by what the two said where they could be compared: the one
 * rule for "measured times model ratio".
 *
 * @param seconds what the model says now of the question asked
 * @param at what was measured, and what the same model said of it
 * @param spreads without them the whole ratio counts, as between two runs of one model
 * @returns null where a figure is missing, or one to compare is not above zero: nothing can be scaled by it
 */
export function anchor(
  seconds: number | null | undefined,
  at: { measuredSeconds: number | null | undefined; modelledSeconds: number | null | undefined },
  spreads?: AnchorSpreads,
): number | null {
  const { measuredSeconds, modelledSeconds } = at
  if (seconds === null || seconds === undefined || !measuredSeconds || !modelledSeconds) return null
  return spreads
    ? seconds * anchorFactor(measuredSeconds, modelledSeconds, spreads)
    : (measuredSeconds * seconds) / modelledSeconds
}

/** Figures by domain, each multiplied by its factor; those without a factor stay as modelled. */
export function scaleBy(
  times: ReadonlyMap<string, number | null>,
  factors: Readonly<Record<string, number>> = {},
): Map<string, number | null> {
  return new Map(
    [...times].map(([name, seconds]) => [
      name,
      seconds === null ? null : seconds * (factors[name] ?? 1),
    ]),
  )
}

/**
 * The factor of a time T of which only a part t was measured, with factor f: T (1 + (f - 1) t / T) is what
 * it comes to when that part is scaled and the rest stays as modelled. So the log of a server, which leaves
 * out what a client waits before its request first runs, tells nothing of that wait.
 *
 * @returns f where there is no finite T
 */
export function factorOfWhole(
  factor: number,
  partSeconds: number | null,
  wholeSeconds: number | null,
): number {
  return partSeconds && wholeSeconds ? 1 + ((factor - 1) * partSeconds) / wholeSeconds : factor
}
