/**
 * What the server and the browser have to agree on while a page appears, or its times would change
 * under the reader's eyes: the zone that times are shown in, and the moment they are relative to.
 * Each page render sets both before it formats anything. A render for somebody in another zone that
 * comes between could at worst make the browser format the times again.
 */
let timeZone: string | undefined
let renderedAtMs: number | null = null

export const TIME_ZONE_COOKIE = 'tz'

export function appearAs(zone: string, nowMs: number): void {
  timeZone = zone
  renderedAtMs = nowMs
}

/** From now on, ages are those of the reader's clock. */
export function hasAppeared(): void {
  renderedAtMs = null
}

/** All times that are formatted from now on are those of this zone. */
export function showTimesIn(zone: string): void {
  timeZone = zone
}

export function shownTimeZone(): string | undefined {
  return timeZone
}

export function shownNow(): number {
  return renderedAtMs ?? Date.now()
}

/** UTC where the browser has not told its zone yet, or sent nonsense. */
export function knownTimeZone(zone: string | null): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone ?? 'UTC' }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
