import type { QuietHours } from '@steelyard/contract'
import { minuteOf, wallClock } from '@steelyard/loop'
import { MINUTE_MS, secondsOf } from '../milliseconds.ts'

const DAY_MINUTES = 1440
/** More than any zone moves its clock by at once, so a leap that stays this far away is safe. */
const LARGEST_SHIFT_MINUTES = 180

/**
 * The first moment from `at` on at which a channel may send: `at` itself, or a whole minute. The
 * hours are those of the zone's clock, so a night in which the clock is changed is as long as it is.
 */
export function afterQuietHours(at: Date, hours: QuietHours | null): Date {
  if (hours === null) return at
  const clock = (ms: number) => wallClock(hours.timeZone, secondsOf(ms)).minute
  const [from, to] = [minuteOf(hours.from), minuteOf(hours.to)]
  const isQuiet = (minutes: number) => until(minutes, to) <= until(from, to) && minutes !== to
  if (!isQuiet(clock(at.getTime()))) return at
  let ms = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
  while (isQuiet(clock(ms))) {
    ms += Math.max(1, until(clock(ms), to) - LARGEST_SHIFT_MINUTES) * MINUTE_MS
  }
  return new Date(ms)
}

/** How far the clock has to go from one time of day to the next such time. */
function until(minutes: number, to: number): number {
  return (to - minutes + DAY_MINUTES) % DAY_MINUTES
}
