import type { LabVariant, LeverKind, TwinConfig } from '@steelyard/simulator'
import type { AnalysedHost } from '../prediction/analysed-host.ts'
import type { BaseTwin } from '../prediction/host-to-play.ts'
import type { BoundNote } from '../run/bounded-seconds.ts'
import type { TwinNote } from '../twin/twin-notes.ts'

/** The plays of a lab run: every variant and every point of a sweep, with the same seeds. */
export interface LabSetUp {
  /** The first variant is the reference for the others. */
  variants: LabVariant[]
  sweep: SweepConfig[]
  /**
   * The same variants with a stream in place of requests, to measure bandwidth and shares, which
   * one request per second does not strain. Empty when the load itself strains the shares.
   */
  streams: TwinConfig[]
  /** Whether shares by weight are the promise; with reservations and deadlines they are not. */
  judgesShares: boolean
  /** The variants are pinnings of the same host, and the run ends with advice. */
  advises: boolean
  /** The variants are levers of one host, and the run ends with their ranking. Null otherwise. */
  levers: LeversSetUp | null
  /** Simulated time of each replication. */
  horizonSeconds: number
  /** The assumptions behind the plays. */
  assumptions: TwinNote[]
  notes: BoundNote[]
}

/** The plays and the duration that a question asks for, before limits shorten it. */
export type WantedLab = Pick<LabSetUp, 'variants'> &
  Partial<Pick<LabSetUp, 'sweep' | 'streams' | 'levers'>> &
  Pick<BaseTwin, 'seconds' | 'assumptions'>

export interface SweepConfig {
  creditLine: number
  repaymentShare: number
  config: TwinConfig
  /** The configuration with a stream. Null unless the run has `streams`. */
  stream: TwinConfig | null
}

/** The data against which the levers of a host are judged. */
export interface LeversSetUp {
  host: AnalysedHost
  /** Kind of lever by variant. */
  kinds: ReadonlyMap<string, LeverKind>
  /** Mean number of idle pCPUs on the host as it is. */
  idlePCpus: number
}
