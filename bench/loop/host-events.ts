import { DAY_SECONDS, MINUTE_SECONDS } from './clock.ts'

/** Times count in seconds from the beginning. */
export interface Stretch {
  fromSeconds: number
  toSeconds: number
}

/** What befalls a host besides its load; every stretch begins and ends with a minute. */
export interface HostEvents {
  /** `vm3` is not there. */
  absences: readonly Stretch[]
  /** Nothing runs; afterwards the weights are those of the configuration files. */
  reboots: readonly Stretch[]
  /** The connection is lost: nothing of this time is ever observed. */
  gaps: readonly Stretch[]
  /** The host's clock is off by whole minutes. */
  clockErrors: readonly (Stretch & { offsetSeconds: number })[]
}

const ABSENCE = { perDay: 2, minutes: [60, 240] } as const
const REBOOT = { perDay: 0.33, minutes: [3, 3] } as const
const GAP = { perDay: 2, minutes: [2, 20] } as const
const CLOCK_ERROR = { perDay: 0.5, minutes: [30, 90], offsetMinutes: 8 } as const

export function drawEvents(draw: () => number, days: number): HostEvents {
  const stretches = (what: { perDay: number; minutes: readonly [number, number] }) =>
    drawStretches(draw, days, what)
  return {
    absences: stretches(ABSENCE),
    reboots: stretches(REBOOT),
    gaps: stretches(GAP),
    clockErrors: stretches(CLOCK_ERROR).map((stretch) => ({
      ...stretch,
      offsetSeconds: offset(draw, CLOCK_ERROR.offsetMinutes),
    })),
  }
}

function drawStretches(
  draw: () => number,
  days: number,
  { perDay, minutes: [least, most] }: { perDay: number; minutes: readonly [number, number] },
): Stretch[] {
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

export function isWithin(stretches: readonly Stretch[], seconds: number): boolean {
  return stretches.some(
    ({ fromSeconds, toSeconds }) => seconds >= fromSeconds && seconds < toSeconds,
  )
}
