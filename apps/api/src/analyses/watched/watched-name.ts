import type { WatchedRange } from './check-watched.ts'

/** Names a range in UTC, and its day only once where it ends on the same. */
export function watchedName({ from, to }: WatchedRange): string {
  const [fromDay, fromTime] = dayAndTime(from)
  const [toDay, toTime] = dayAndTime(to)
  return `Watched ${fromDay} ${fromTime} to ${toDay === fromDay ? '' : `${toDay} `}${toTime} UTC`
}

function dayAndTime(at: Date): [day: string, time: string] {
  const iso = at.toISOString()
  return [iso.slice(0, 10), iso.slice(11, 16)]
}
