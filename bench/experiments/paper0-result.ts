import type { Weights } from './apply-weights.ts'
import type { Decision } from './decide-weights.ts'
import type { ObservedInterval } from './observe-intervals.ts'

export interface Paper0Result {
  scale: number
  seed: number
  /** Seconds of this machine for a second of the host. */
  pace: number
  /** Under equal weights. */
  before: ObservedInterval[]
  decision: Decision
  after: Changed[]
}

/** The same load under other weights. */
export interface Changed {
  name: 'decided' | 'published'
  weights: Weights
  /** What the product says of the application. */
  statement: string
  intervals: ObservedInterval[]
}
