import { availableToGuests, type HostLoad, relativeScatter } from '@steelyard/model'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import { MOST_CHANCE } from '../prediction/basis-of.ts'
import type { PredictorBasis } from '../prediction/predictor-basis.ts'

/**
 * The basis of predictions about the same host under another load and over another time: on a busier
 * host models are farther off, and over less time chance moves a mean farther.
 */
export function basisUnderLoad(
  basis: PredictorBasis,
  { known, came }: { known: AnalysisLoad; came: AnalysisLoad },
): PredictorBasis {
  const { hostUtilisation } = basis
  const busier = workOf(came.load) / workOf(known.load)
  const scatter = scatterOf(came) / scatterOf(known)
  return {
    ...basis,
    hostUtilisation: hostUtilisation && Math.min(1, hostUtilisation * busier),
    chance: Object.fromEntries(
      Object.entries(basis.chance).map(([domain, spread]) => [domain, scaled(spread, scatter)]),
    ),
  }
}

function workOf({ domains }: HostLoad): number {
  return domains.reduce((sum, each) => sum + each.arrivalRatePerSecond * each.serviceTimeSeconds, 0)
}

function scatterOf({ load, levels }: AnalysisLoad): number {
  const seconds = levels.reduce((sum, level) => sum + level.seconds, 0)
  return relativeScatter(load, availableToGuests(load), seconds)
}

/** A spread of the logarithm that belongs to `factor` times the relative scatter. */
function scaled(spread: number, factor: number): number {
  // Both loads may fill the host, which leaves no number.
  if (!(factor >= 0)) return MOST_CHANCE
  return Math.min(MOST_CHANCE, Math.sqrt(Math.log1p(Math.expm1(spread ** 2) * factor ** 2)))
}
