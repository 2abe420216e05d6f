import { msOf, secondsOf } from './milliseconds.ts'

// Packages count moments in seconds since 1970; the database has dates, and JSON has ISO 8601.

/** Of a date, or of a moment as JSON has it. */
export function epochSecondsOf(at: Date | string): number {
  return secondsOf(new Date(at).getTime())
}

export function nowSeconds(): number {
  return secondsOf(Date.now())
}

export function dateOf(epochSeconds: number): Date {
  return new Date(msOf(epochSeconds))
}

export function isoOf(epochSeconds: number): string {
  return dateOf(epochSeconds).toISOString()
}
