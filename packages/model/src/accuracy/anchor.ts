import { valueFor } from '../load/value-for.ts'

interface AnchorSpreads {
  /** Spread of the model's lasting error, see `Trust`. */
  lasting: number
  /**
   * Spread of the measurement's sampling error: another recording of the same load would have given
   * another figure.
   */
  chance: number
}

/**
 * The factor that corrects a model's figures once one of them can be compared with a measurement of
 * the same quantity: (measured / modelled)^b with b = l^2 / (l^2 + c^2).
 *
 * ln(measured / modelled) is the sum of the model's lasting error, which persists under other
 * weights, and of this recording's sampling error, which does not. For two independent normal
 * errors with spreads l and c, b times their sum is the best estimate of the first (linear Bayes
 * estimate, as in James and Stein 1961). A long recording thus scales the model to the measurement,
 * a short one at high load hardly changes it, and equal spreads give the square root.
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

/** Figures by domain, each multiplied by its factor; those without a factor stay as modelled. */
export function scaleBy(
  times: ReadonlyMap<string, number | null>,
  factors: Readonly<Record<string, number>> = {},
): Map<string, number | null> {
  return new Map(
    [...times].map(([name, seconds]) => [
      name,
      seconds === null ? null : seconds * (valueFor(factors, name) ?? 1),
    ]),
  )
}

/**
 * The factor of a time T when only a part t of it was measured, with factor f: scaling that part
 * and keeping the rest as modelled gives T (1 + (f - 1) t / T). A server's log, for example, leaves
 * out what a client waits before its request first runs, so it says nothing about that wait.
 * @returns f where T is not finite
 */
export function factorOfWhole(
  factor: number,
  partSeconds: number | null,
  wholeSeconds: number | null,
): number {
  return partSeconds && wholeSeconds ? 1 + ((factor - 1) * partSeconds) / wholeSeconds : factor
}
