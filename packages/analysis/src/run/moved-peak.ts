import { anchor } from '@steelyard/model'
import type { AnalysedDomain, AnalysedHost } from '../load/analysed-host.ts'
import type { PlayedDomain } from './played-domains.ts'

type Times = Pick<PlayedDomain, AnalysedHost['statistic']> | undefined

/**
 * The measured statistic that the targets refer to, scaled as the twin's own figure for it changes:
 * a mean by means, a percentile by percentiles. Null where one of the figures is missing.
 */
export function movedPeak(
  { observedSeconds }: Pick<AnalysedDomain, 'observedSeconds'>,
  statistic: AnalysedHost['statistic'],
  before: Times,
  after: Times,
): number | null {
  return anchor(after?.[statistic]?.mean, {
    measuredSeconds: observedSeconds,
    modelledSeconds: before?.[statistic]?.mean,
  })
}
