export type DurationUnit = 'us' | 'ms' | 's'
