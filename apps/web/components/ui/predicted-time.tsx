import type { Prediction } from '@steelyard/contract'
import { type OneUnit, UNKNOWN } from '@steelyard/contract/format'

/** A prediction with its interval; the heading of the column names the unit. */
export function PredictedTime({
  prediction,
  times,
}: {
  prediction: Prediction | null
  times: OneUnit
}) {
  if (!prediction) return <>{UNKNOWN}</>
  return (
    <span className="whitespace-nowrap tabular">
      <span className="font-semibold">{times.predicted(prediction.ms)}</span>{' '}
      <span className="text-ink-faint">
        ({times.predicted(prediction.lowMs)} to {times.predicted(prediction.highMs)})
      </span>
    </span>
  )
}
