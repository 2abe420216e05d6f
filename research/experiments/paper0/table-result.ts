import type { Measured } from '../measure-interval.ts'
import type { ObservedInterval } from '../observe-intervals.ts'

/** Table 1 or 2 as it was played and recorded under equal weights. */
export interface TableResult {
  scale: number
  seed: number
  /** Seconds of this machine for a second of the host. */
  pace: number
  intervals: ObservedInterval[]
}

export interface Table2Result extends TableResult {
  migration: Migration
}

/** The last interval's load by itself, before a guest moves away and afterwards. */
export interface Migration {
  moved: string
  /** How long `xl migrate` took, by the clock of the host that it left. */
  seconds: number
  /** Whether it answers on the other host. */
  answers: boolean
  staying: { name: string; before: Measured | null; after: Measured | null }[]
}
