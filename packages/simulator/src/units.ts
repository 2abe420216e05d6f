/**
 * The engine counts in whole nanoseconds, as Xen does: doubles hold them exactly for a hundred days,
 * so that what was set as a time arrives as that time and all accounts close.
 */
export const nanoseconds = (seconds: number): number => Math.round(seconds * 1e9)

export const seconds = (ns: number): number => ns / 1e9

export const microsecond = 1e3
export const millisecond = 1e6

/** The first of the times phase + k * period that is later than `now`. */
export function nextMultiple(now: number, period: number, phase: number): number {
  return phase + (Math.floor((now - phase) / period) + 1) * period
}
