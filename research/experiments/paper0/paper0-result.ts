import type { Weights } from '../apply-weights.ts'
import type { Gaps, ObservedInterval } from '../observe-intervals.ts'
import type { Decision } from './decide-weights.ts'

export interface Paper0Result {
  scale: number
  seed: number
  /** Seconds of this machine for a second of the host. */
  pace: number
  /** Under equal weights. */
  before: ObservedInterval[]
  /** VM1's gaps while the other guests are idle, as often as in interval 5. */
  alone: Gaps
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
