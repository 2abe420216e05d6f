import type { ChangeWindow } from './loop-policy.ts'

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

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function isWithin({ days, from, to }: ChangeWindow, day: number, minute: number): boolean {
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const beginsToday = days.includes(day)
  if (begin < end) return beginsToday && minute >= begin && minute < end
  const beganYesterday = days.includes(day === 1 ? 7 : day - 1)
  return (beginsToday && minute >= begin) || (beganYesterday && minute < end)
}

function minutesOf(timeOfDay: string): number {
  const [hours, minutes] = timeOfDay.split(':')
  return 60 * Number(hours) + Number(minutes)
}

/** The day, where 1 is Monday, and the minute of the day. */
function wallClock(timeZone: string, epochSeconds: number): { day: number; minute: number } {
  const parts = formatOf(timeZone).formatToParts(1000 * epochSeconds)
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)!.value
  return {
    day: DAYS.indexOf(part('weekday')) + 1,
    minute: 60 * Number(part('hour')) + Number(part('minute')),
  }
}

/** To make one takes far longer than to use it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, made)
  return made
}
