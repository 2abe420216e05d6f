import { loadBandBorders, predictionInterval } from '@steelyard/model'
import type { Coverage } from '../accuracy-report.ts'
import { fitSpread, type Residual } from './residuals.ts'

/**
 * Counts, by band of load, how many measured means lie inside their 90 % intervals, and how wide
 * these are. Estimators supply their own intervals, or get ones derived from the product's spreads.
 */
export function coverageOf(residuals: readonly Residual[], isSpreadKnown: boolean): Coverage[] {
  const tried = residuals.flatMap((residual) => {
    const interval =
      residual.interval ?? (isSpreadKnown ? intervalWithout(residual, residuals) : null)
    return interval ? [{ ...residual, ...interval }] : []
  })
  return Array.from({ length: loadBandBorders.length + 1 }, (_, band) =>
    summarise(tried.filter((each) => each.band === band)),
  )
}

/** Uses a spread fitted without the recording in question, so that no recording judges itself. */
function intervalWithout(left: Residual, all: readonly Residual[]) {
  const others = all.filter(
    ({ recording, band }) => recording !== left.recording && band === left.band,
  )
  const spread = fitSpread(others)
  if (!spread) return null
  const { estimated, seeds } = left
  return predictionInterval(estimated, spread, seeds ? { seeds } : {})
}

function summarise(
  tried: readonly (Residual & { lowSeconds: number; highSeconds: number })[],
): Coverage {
  const inside = tried.filter(
    ({ measured, lowSeconds, highSeconds }) => measured >= lowSeconds && measured <= highSeconds,
  )
  const logFactors = tried.map(
    ({ lowSeconds, highSeconds }) => Math.log(highSeconds / lowSeconds) / 2,
  )
  return {
    n: tried.length,
    inside: inside.length,
    meanFactor:
      tried.length === 0
        ? null
        : Math.exp(logFactors.reduce((sum, each) => sum + each, 0) / tried.length),
  }
}
