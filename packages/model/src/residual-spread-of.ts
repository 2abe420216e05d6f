import type { ResidualSpread } from './prediction-interval.ts'
import { residualSpreads } from './residual-spreads.ts'

/** Upper borders of the bands of load, as CPU use of the whole host; the last band has none. */
export const loadBandBorders = [0.7, 0.85] as const

/** Index of the band that a CPU use lies in. */
export function loadBandOf(utilisation: number): number {
  const band = loadBandBorders.findIndex((border) => utilisation < border)
  return band < 0 ? loadBandBorders.length : band
}

/** Estimators whose spread was found. */
export type SpreadEstimator = 'twin' | 'sdps'
/** Under the weights that were in force, or under others. */
export type SpreadQuestion = 'diagnosis' | 'forecast'

/** By band; null where there were too few measured means to find one. */
export type ResidualSpreads = Record<
  SpreadEstimator,
  Record<SpreadQuestion, readonly (ResidualSpread | null)[]>
>

/**
 * How far such an estimate was from what was measured on the recordings of docs/ACCURACY.md, at such a CPU
 * use of the host. A forecast at a load at which none was checked is at least as uncertain as a diagnosis
 * there; where not even that is known, and where nobody knows the CPU use, the widest spread stands in.
 * @param utilisation of all pCPUs together, 0..1; null: not known
 */
export function residualSpreadOf(
  estimator: SpreadEstimator,
  question: SpreadQuestion,
  utilisation: number | null,
  spreads: ResidualSpreads = residualSpreads,
): ResidualSpread {
  const of = spreads[estimator]
  const band = utilisation === null ? null : loadBandOf(utilisation)
  const own = band === null ? null : (of[question][band] ?? of.diagnosis[band])
  return own ?? widest([...of[question], ...of.diagnosis])
}

function widest(spreads: readonly (ResidualSpread | null)[]): ResidualSpread {
  return spreads
    .filter((spread) => spread !== null)
    .reduce((a, b) => (b.logSpread > a.logSpread ? b : a))
}
