import type { TimeResolution } from '../observation.ts'

/** When the requests of a domain began that arrived in a window. */
export interface LiveArrivals {
  domain: string
  /** Of the stamps in the log. */
  resolution: TimeResolution
  /** Ascending. */
  startsEpochSeconds: number[]
}
