import type { ResidualSpread } from './prediction-interval.ts'
import { residualSpreads } from './residual-spreads.ts'

/**
 * Upper borders of the load bands, as CPU utilisation of the whole host; the last band is open.
 */
export const loadBandBorders = [0.7, 0.85] as const

/** Index of the band that contains a CPU utilisation. */
export function loadBandOf(utilisation: number): number {
  const band = loadBandBorders.findIndex((border) => utilisation < border)
  return band < 0 ? loadBandBorders.length : band
}

/** Estimators with a known residual spread. */
export type SpreadEstimator = 'twin' | 'sdps'
/** An estimate at the weights in force, or a forecast for other weights. */
export type SpreadQuestion = 'diagnosis' | 'forecast'

/** A mean, or a percentile far out in the tail. */
export type SpreadFigure = 'mean' | 'tail'

/** By band; null where there were too few measured values. */
export type ResidualSpreads = Record<
  SpreadEstimator,
  Record<SpreadFigure, Record<SpreadQuestion, readonly (ResidualSpread | null)[]>>
>

/**
 * The residual spread of such an estimate on the recordings of research/reports/ACCURACY.md, at this
 * CPU utilisation of the host. A forecast at a load where none was checked is at least as uncertain
 * as a diagnosis there. Where that is unknown too, or the CPU utilisation is, the widest spread is
 * used.
 * @param utilisation of all pCPUs together, 0..1; null when unknown
 */
export function residualSpreadOf(
  estimator: SpreadEstimator,
  figure: SpreadFigure,
  question: SpreadQuestion,
  utilisation: number | null,
  spreads: ResidualSpreads = residualSpreads,
): ResidualSpread {
  const of = spreads[estimator][figure]
  const band = utilisation === null ? null : loadBandOf(utilisation)
  const own = band === null ? null : (of[question][band] ?? of.diagnosis[band])
  return own ?? widest([...of[question], ...of.diagnosis])
}

function widest(spreads: readonly (ResidualSpread | null)[]): ResidualSpread {
  return spreads
    .filter((spread) => spread !== null)
    .reduce((a, b) => (b.logSpread > a.logSpread ? b : a))
}
