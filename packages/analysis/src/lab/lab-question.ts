import type { RealTimeHost } from '@steelyard/model'
import type { HostToPlay } from '../prediction/host-to-play.ts'

/** Compares the boost policies of paper 1 with what stock Xen can do, under the same load. */
export interface BoostQuestion {
  kind: 'boost'
  /** `paper1` is the host of the paper's experiment. */
  host: HostToPlay | 'paper1'
  /** Maximum credits on loan; 1,000 are 100 ms of a pCPU. */
  creditLine: number
  /** The fraction of the credits received in each accounting period that repays the loan. */
  repaymentShare: number
  /** Whether to try other credit lines and repayment shares too. */
  sweep: boolean
}

/** A question for the lab. Its hosts are complete, so that nothing has to be looked up. */
export type LabQuestion =
  | BoostQuestion
  /** Which domains should have pCPUs of their own? */
  | { kind: 'pinning'; host: HostToPlay }
  /** Which change of this host helps most? */
  | { kind: 'levers'; host: HostToPlay }
  /** Real-time domains among others, under the policies of paper 3 and under RTDS. */
  | { kind: 'real-time'; host: RealTimeHost }
