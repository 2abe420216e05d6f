import type { TracedRequests } from '@steelyard/contract'
import { valueScale } from '../../charts/value-scale.ts'
import { linearTicks } from '../linear-ticks.ts'
import { outward, type Region } from '../region.ts'

/** The starts of requests from left to right, and upwards their times on a logarithmic axis. */
export interface HeatAxes {
  fromSeconds: number
  toSeconds: number
  bottomMs: number
  topMs: number
  secondsTicks: number[]
  msTicks: number[]
}

/** A place in the picture, as fractions of its width and height from its bottom left. */
export interface Place {
  x: number
  y: number
}

export function heatAxes({
  fromSeconds,
  toSeconds,
  requests,
}: Pick<TracedRequests, 'fromSeconds' | 'toSeconds' | 'requests'>): HeatAxes {
  const positive = requests.ms.filter((ms) => ms > 0)
  // There may be more requests than a call takes arguments.
  const ends = [Math.min, Math.max].map((end) =>
    positive.reduce((a, b) => end(a, b), positive[0] ?? 1),
  )
  const { bottom, top, ticks } = valueScale('log', ends, [])
  return {
    fromSeconds,
    toSeconds,
    bottomMs: bottom,
    topMs: top,
    secondsTicks: linearTicks(fromSeconds, toSeconds, 5),
    msTicks: ticks,
  }
}

/** Where a request is drawn; one that was logged with no time at all lies on the lower edge. */
export function placeOf(axes: HeatAxes, seconds: number, ms: number): Place {
  const { fromSeconds, toSeconds, bottomMs, topMs } = axes
  return {
    x: within((seconds - fromSeconds) / (toSeconds - fromSeconds)),
    y: ms <= 0 ? 0 : within(Math.log(ms / bottomMs) / Math.log(topMs / bottomMs)),
  }
}

/** The region between two places, in whichever direction it was drawn. */
export function regionBetween(axes: HeatAxes, a: Place, b: Place): Region {
  const { fromSeconds, toSeconds, bottomMs, topMs } = axes
  const secondsAt = (x: number) => fromSeconds + x * (toSeconds - fromSeconds)
  const msAt = (y: number) => bottomMs * (topMs / bottomMs) ** y
  const lowest = Math.min(a.y, b.y)
  return outward({
    fromSeconds: secondsAt(Math.min(a.x, b.x)),
    toSeconds: secondsAt(Math.max(a.x, b.x)),
    // On the lower edge lie also the requests that took no time at all.
    fromMs: lowest <= 0 ? 0 : msAt(lowest),
    toMs: msAt(Math.max(a.y, b.y)),
  })
}

export function within(part: number): number {
  return Math.min(1, Math.max(0, part))
}
