/** The units of a bare number, finest first. */
export const DURATION_UNITS = [
  { unit: 'us', label: 'microseconds', perSecond: 1e6 },
  { unit: 'ms', label: 'milliseconds', perSecond: 1e3 },
  { unit: 's', label: 'seconds', perSecond: 1 },
] as const

/** Loggers of Go write their durations in nanoseconds. */
export const JSON_DURATION_UNITS = [
  { unit: 'ns', label: 'nanoseconds', perSecond: 1e9 },
  ...DURATION_UNITS,
] as const
