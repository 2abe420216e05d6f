import type { ForecastDomain } from '@steelyard/contract'
import { formatMs } from '@steelyard/contract/format'
import { NotValidMark } from '../../analysis/trust/not-valid-mark.tsx'
import { BeforeAfter } from '../../ui/before-after.tsx'

/** Shows a change such as "peak 101 ms → 74.9 ms". */
export function PredictedChange({ outlook, valid }: Pick<ForecastDomain, 'outlook' | 'valid'>) {
  if (outlook.thenMs === null) return <span>no finite answer: its queue grows without bound</span>
  return (
    <span>
      <span className="text-ink-soft">{outlook.of} </span>
      <BeforeAfter before={formatMs(outlook.nowMs)} after={formatMs(outlook.thenMs)} />
      {valid ? null : <NotValidMark />}
    </span>
  )
}
