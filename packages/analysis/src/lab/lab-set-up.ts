import type { LabVariant, LeverKind, TwinConfig } from '@steelyard/simulator'
import type { AnalysedHost } from '../load/analysed-host.ts'
import type { BoundNote } from '../run/bounded-seconds.ts'
import type { BaseTwin } from '../run/host-to-play.ts'

/** What a lab run plays: every variant, and every point of a sweep, with the same seeds. */
export interface LabSetUp {
  /** The others are compared with the first. */
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
  levers: LeversSetUp | null
  /** Of each replication. */
  horizonSeconds: number
  /** What had to be taken for granted, in sentences. */
  assumptions: string[]
  notes: BoundNote[]
}

/** What a question wants played, and for how long, before bounds cut it short. */
export type WantedLab = Pick<LabSetUp, 'variants'> &
  Partial<Pick<LabSetUp, 'sweep' | 'streams' | 'levers'>> &
  Pick<BaseTwin, 'seconds' | 'assumptions'>

export interface SweepConfig {
  creditLine: number
  repaymentShare: number
  config: TwinConfig
  /** With `streams` alone. */
  stream: TwinConfig | null
}

/** What the levers of a host are held against. */
export interface LeversSetUp {
  host: AnalysedHost
  /** By variant. */
  kinds: ReadonlyMap<string, LeverKind>
  /** On average, as it is. */
  idlePCpus: number
}
