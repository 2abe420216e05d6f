/** The units of a bare number, finest first. */
export const DURATION_UNITS = [
  { unit: 'us', label: 'microseconds', perSecond: 1e6 },
  { unit: 'ms', label: 'milliseconds', perSecond: 1e3 },
  { unit: 's', label: 'seconds', perSecond: 1 },
] as const

export type DurationUnitEntry = (typeof DURATION_UNITS)[number]
