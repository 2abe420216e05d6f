import { DAY_SECONDS, MINUTE_SECONDS } from './clock.ts'
import type { EventShape, Happenings } from './families.ts'

/** Times count in seconds from the beginning. */
export interface PlaySpan {
  fromSeconds: number
  toSeconds: number
}

/** What befalls a host besides its load; every stretch begins and ends with a minute. */
export interface HostEvents {
  /** The guest that the family names is not there. */
  absences: readonly PlaySpan[]
  /** Nothing runs; afterwards the weights are those of the configuration files. */
  reboots: readonly PlaySpan[]
  /** The connection is lost: nothing of this time is ever observed. */
  gaps: readonly PlaySpan[]
  /** The host's clock is off by whole minutes. */
  clockErrors: readonly (PlaySpan & { offsetSeconds: number })[]
}

export function drawEvents(draw: () => number, days: number, shape: EventShape): HostEvents {
  const stretches = (what: Happenings) => drawStretches(draw, days, what)
  const { absences, reboots, gaps, clockErrors } = shape
  return {
    absences: absences === null ? [] : stretches(absences),
    reboots: stretches(reboots),
    gaps: stretches(gaps),
    clockErrors: stretches(clockErrors).map((stretch) => ({
      ...stretch,
      offsetSeconds: offset(draw, clockErrors.offsetMinutes),
    })),
  }
}

function drawStretches(
  draw: () => number,
  days: number,
  { perDay, minutes: [least, most] }: Happenings,
): PlaySpan[] {
  return Array.from({ length: Math.round(perDay * days) }, () => {
    const fromSeconds = Math.floor((draw() * days * DAY_SECONDS) / MINUTE_SECONDS) * MINUTE_SECONDS
    const minutes = least + Math.floor(draw() * (most - least + 1))
    return { fromSeconds, toSeconds: fromSeconds + minutes * MINUTE_SECONDS }
  })
}

/** Forwards or backwards by whole minutes, never by none. */
function offset(draw: () => number, mostMinutes: number): number {
  const minutes = 1 + Math.floor(draw() * mostMinutes)
  return (draw() < 0.5 ? -1 : 1) * minutes * MINUTE_SECONDS
}

export function isWithin(stretches: readonly PlaySpan[], seconds: number): boolean {
  return stretches.some(
    ({ fromSeconds, toSeconds }) => seconds >= fromSeconds && seconds < toSeconds,
  )
}
