import type { ForecastDomain } from '@steelyard/contract'
import { formatMs } from '../../lib/format.ts'
import { BeforeAfter } from '../analysis/before-after.tsx'
import { NotValidMark } from '../analysis/not-valid-mark.tsx'

/** Anchored in what was measured where that can be, like every prediction of an analysis. */
export function predictedOf({ anchoredMs, responseTimeMs }: ForecastDomain): number | null {
  return anchoredMs ?? responseTimeMs
}

export function nowOf({ measuredMs, nowMs }: ForecastDomain): number | null {
  return measuredMs ?? nowMs
}

/** "32.0 ms → 19.0 ms" */
export function PredictedChange({ domain }: { domain: ForecastDomain }) {
  const predicted = predictedOf(domain)
  if (predicted === null) return <span>no finite answer: its queue has no end</span>
  return (
    <span>
      <BeforeAfter before={formatMs(nowOf(domain))} after={formatMs(predicted)} />
      {domain.valid ? null : <NotValidMark />}
      {domain.measuredMs !== null && domain.anchoredMs === null ? ' (not anchored)' : null}
    </span>
  )
}
