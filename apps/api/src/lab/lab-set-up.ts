import type { LabVariant, TwinConfig } from '@steelyard/simulator'
import type { LeverGround } from './lever-ground.ts'

/** What a lab run plays: every variant, and every point of a sweep, with the same seeds. */
export interface LabSetUp {
  /** The first is what the others are compared with. */
  variants: LabVariant[]
  sweep: SweepConfig[]
  /**
   * The same variants with a stream in place of requests: for bandwidth, and for shares, which a
   * request a second does not try. Empty where the load itself tries them.
   */
  streams: TwinConfig[]
  /** Whether shares by weight are what was promised: not where reservations and deadlines are. */
  judgesShares: boolean
  /** The variants are ways to pin the same host: the run ends with advice. */
  advises: boolean
  /** The variants are levers of one host: the run ends with their ranking. */
  levers: LeverGround | null
  /** Of each replication. */
  horizonSeconds: number
  /** What had to be taken for granted, in sentences. */
  notes: string[]
}

export interface SweepConfig {
  creditLine: number
  repaymentShare: number
  config: TwinConfig
  /** With `streams` alone. */
  stream: TwinConfig | null
}
