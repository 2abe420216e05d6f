import { offsetMs } from '../../lib/local-time.ts'

const niceSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600]
const DAY = 86_400

/**
 * About `wanted` round instants within a span, in epoch milliseconds by the clock that the page shows.
 */
export function timeTicks(from: number, to: number, wanted: number): number[] {
  const seconds = (to - from) / 1000
  if (!(seconds > 0)) return [from]
  const rough = seconds / Math.max(1, wanted)
  const step = 1000 * (niceSteps.find((each) => each >= rough) ?? Math.ceil(rough / DAY) * DAY)
  const offset = offsetMs(from)
  const first = Math.ceil((from + offset) / step) * step - offset
  const ticks: number[] = []
  for (let at = first; at <= to; at += step) ticks.push(at)
  return ticks
}
