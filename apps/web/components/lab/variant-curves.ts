import type { LabVariant } from '@steelyard/contract'
import { fractionWithin } from '../forecast/cdf-rows.ts'

/** Fractions answered within `ms`, by the id of the variant. */
export interface CurveRow {
  ms: number
  within: Record<string, number | null>
}

/** The curves of one domain at every point that any of them has, so that they can be read off together. */
export function variantCurves(variants: readonly LabVariant[], domain: string): CurveRow[] {
  const curves = variants.map(({ id, domains }) => ({
    id,
    cdf: domains.find(({ name }) => name === domain)?.cdf ?? [],
  }))
  const times = [...new Set(curves.flatMap(({ cdf }) => cdf.map(({ ms }) => ms)))]
  return times
    .toSorted((a, b) => a - b)
    .map((ms) => ({
      ms,
      within: Object.fromEntries(curves.map(({ id, cdf }) => [id, fractionWithin(cdf, ms)])),
    }))
}
