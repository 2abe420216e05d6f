import type { MeasuredDomain } from '@steelyard/analysis'
import { twinDomains } from '@steelyard/analysis'
import type { TwinRunDomain } from '@steelyard/contract'
import type { TwinSummary } from '@steelyard/simulator'
import { thinCdf } from './thin-cdf.ts'

/** What the twin says of each guest, with how its response times are distributed. */
export function twinRunDomains(
  summary: TwinSummary,
  cdfAtSeconds: readonly number[],
  measured: readonly MeasuredDomain[],
): TwinRunDomain[] {
  return twinDomains(summary, measured).map((domain) => {
    const played = summary.domains.find(({ name }) => name === domain.domain)
    const cdf = (played?.requests?.cdf ?? []).map(({ mean }, index) => ({
      ms: cdfAtSeconds[index]! * 1000,
      fraction: mean,
    }))
    return { ...domain, cdf: thinCdf(cdf) }
  })
}
