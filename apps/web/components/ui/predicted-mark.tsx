import type { Prediction } from '@steelyard/contract'
import { CircleDashed } from 'lucide-react'
import { MetMark } from './met-mark.tsx'

/**
 * Whether a predicted time is within its target. Where the target lies within the interval, either
 * may come true, and the mark is neither green nor red.
 */
export function PredictedMark({
  prediction,
  targetMs,
  meets,
  isSure,
}: {
  prediction: Prediction | null
  targetMs: number | null
  meets: boolean | null
  isSure: boolean
}) {
  if (!prediction) return null
  if (!isOpen(prediction, targetMs)) return <MetMark meets={meets} isSure={isSure} />
  return (
    <span
      className="inline-block align-text-bottom text-warn"
      title="The interval includes the target"
    >
      <CircleDashed className="size-4" aria-hidden />
      <span className="sr-only">probably {meets ? 'within' : 'over'} the target</span>
    </span>
  )
}

function isOpen({ lowMs, highMs }: Prediction, targetMs: number | null): boolean {
  return targetMs !== null && lowMs <= targetMs && targetMs < highMs
}
