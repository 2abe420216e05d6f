import {
  anchor,
  availableToGuests,
  ESTIMATORS,
  type FormulaId,
  relativeScatter,
} from '@steelyard/model'
import type { AnalysedHost } from '../load/analysed-host.ts'
import type { AnchoredTimes, ModelTimes, Outlook } from './forecast.ts'

/** Ratio of each statistic of an exponential distribution to its mean. */
const OVER_MEAN = {
  mean: 1,
  p95: -Math.log(0.05),
}

/**
 * Scales a formula's times towards the measurements: means by means, percentiles by percentiles.
 */
export function anchorTimes(
  estimator: FormulaId,
  host: AnalysedHost,
  domain: string,
  { seconds, nowSeconds }: ModelTimes,
): AnchoredTimes {
  const spreads = {
    lasting: ESTIMATORS[estimator].forecast.lastingSpread,
    chance: chanceOf(host),
  }
  const anchored = (modelled: number | null, measuredSeconds: number | null, overMean = 1) =>
    anchor(
      modelled === null ? null : modelled * overMean,
      { measuredSeconds, modelledSeconds: nowSeconds === null ? null : nowSeconds * overMean },
      spreads,
    )
  const mean = measuredMeanOf(host, domain)
  const peak = host.domains.find(({ name }) => name === domain)?.observedSeconds ?? null
  const anchoredSeconds = anchored(seconds, mean)
  const anchoredNowSeconds = anchored(nowSeconds, mean)
  const peakNowSeconds = anchored(nowSeconds, peak, OVER_MEAN[host.statistic])
  const outlook: Outlook =
    peakNowSeconds === null
      ? {
          of: 'mean',
          nowSeconds: anchoredNowSeconds ?? nowSeconds,
          thenSeconds: anchoredSeconds ?? seconds,
        }
      : {
          of: 'peak',
          nowSeconds: peakNowSeconds,
          thenSeconds: anchored(seconds, peak, OVER_MEAN[host.statistic]),
        }
  return { anchoredSeconds, anchoredNowSeconds, outlook }
}

export function measuredMeanOf({ known }: AnalysedHost, domain: string): number | null {
  return known.measured.find((each) => each.domain === domain)?.meanSeconds ?? null
}

function chanceOf({ known: { load, range } }: AnalysedHost): number {
  const seconds = range.toEpochSeconds - range.fromEpochSeconds
  return relativeScatter(load, availableToGuests(load), seconds)
}
