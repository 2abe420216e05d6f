import type { ChangeWindow } from './loop-policy.ts'
import { minuteOf, wallClock } from './wall-clock.ts'

/**
 * Whether a moment lies within one of the daily windows, by the clock on the wall in the time zone.
 * A time that the clock skips in spring does not come that day, and one that it repeats in autumn
 * comes twice.
 */
export function isWithinWindows(
  windows: readonly ChangeWindow[],
  timeZone: string,
  epochSeconds: number,
): boolean {
  if (windows.length === 0) return true
  const { day, minute } = wallClock(timeZone, epochSeconds)
  return windows.some((window) => isWithin(window, day, minute))
}

function isWithin({ days, from, to }: ChangeWindow, day: number, minute: number): boolean {
  const [begin, end] = [minuteOf(from), minuteOf(to)]
  const beginsToday = days.includes(day)
  if (begin < end) return beginsToday && minute >= begin && minute < end
  const beganYesterday = days.includes(day === 1 ? 7 : day - 1)
  return (beginsToday && minute >= begin) || (beganYesterday && minute < end)
}
