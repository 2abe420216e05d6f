import { type Interval, interval } from './interval.ts'
import type { TwinResult } from './twin-result.ts'

/** The same shape with an interval in place of every number; null where no run had a number. */
export type IntervalsOf<T> = T extends number
  ? Interval
  : T extends null
    ? null
    : T extends readonly (infer Item)[]
      ? IntervalsOf<Item>[]
      : T extends object
        ? { [Key in keyof T]: IntervalsOf<T[Key]> }
        : T

type RunFigures = Pick<TwinResult, 'domains' | 'pCpus' | 'windows' | 'underWay'>

/** Means over independent replications with 95 % intervals, in the shape of one run's result. */
export interface TwinSummary extends IntervalsOf<RunFigures> {
  seeds: number[]
  /** Total over all replications. */
  events: number
}

/** @param results of runs that differ only in the seed */
export function summarise(results: readonly TwinResult[]): TwinSummary {
  const measured = results.map(({ domains, pCpus, windows, underWay }) => ({
    domains,
    pCpus,
    windows,
    underWay,
  }))
  return {
    ...(combine(measured) as IntervalsOf<RunFigures>),
    seeds: results.map(({ seed }) => seed),
    events: results.reduce((sum, { events }) => sum + events, 0),
  }
}

/**
 * Combines the values at the same place of every run; anything but a number is the same in all.
 */
function combine(values: unknown[]): unknown {
  const known = values.filter((value) => value !== null)
  const first = known[0]
  if (first === undefined) return null
  if (typeof first === 'number') return interval(known as number[])
  if (Array.isArray(first)) {
    return first.map((_, index) => combine((known as unknown[][]).map((list) => list[index])))
  }
  if (typeof first !== 'object') return first
  const records = known as Record<string, unknown>[]
  const keys = Object.keys(first as object)
  return Object.fromEntries(keys.map((key) => [key, combine(records.map((r) => r[key]))]))
}
