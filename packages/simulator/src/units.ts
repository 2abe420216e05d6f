/**
 * The engine counts in whole nanoseconds, as Xen does: doubles represent them exactly for a hundred
 * days, so times are kept without rounding and all accounts balance.
 */
export const nanoseconds = (seconds: number): number => Math.round(seconds * 1e9)

/**
 * The value of a field before it is known. In V8 a field that begins as a fraction stays one; had
 * it begun with 0, a small integer, its first large value would change the hidden class of its
 * object for good, and compiled code would check that class at every access.
 */
export const unknown = Number.NaN

export const microsecond = 1e3
export const millisecond = 1e6

/** The first of the times phase + k * period that is later than `now`. */
export function nextMultiple(now: number, period: number, phase: number): number {
  return phase + (Math.floor((now - phase) / period) + 1) * period
}

/** Simulated time in ns. */
export interface Clock {
  readonly now: number
}
