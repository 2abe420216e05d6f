import type { ForecastDomain } from '@steelyard/contract'
import { formatPredictedMs } from '@steelyard/contract/format'
import { BeforeAfter } from '../../ui/before-after.tsx'

/** Shows a change such as "100 ms → 75 ms". */
export function PredictedChange({ now, then }: Pick<ForecastDomain, 'now' | 'then'>) {
  if (!then) return <span>no finite answer: its queue grows without bound</span>
  return <BeforeAfter before={formatPredictedMs(now?.ms)} after={formatPredictedMs(then.ms)} />
}
