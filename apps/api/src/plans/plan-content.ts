import type { WantedPool } from '@steelyard/contract'
import type { Plan } from '@steelyard/xen'

/**
 * One weight or cap, or both, that somebody wants; what is left out stays. The domain is resolved to
 * its UUID when the host is read.
 */
export interface WantedByName {
  domain: string
  weight?: number
  cap?: number
}

/** The pCPUs that somebody wants a domain's vCPUs to run on. */
export interface PinByName {
  domain: string
  pCpus: number[] | 'all'
}

/** What `Plan.wanted` holds: the wish, and what the analysis behind it saw and predicted. */
export interface PlanWish {
  weights: WantedByName[]
  pins: PinByName[]
  realTimePool?: WantedPool
  /** Where values set by hand come from, in the words of whoever sent them. */
  origin?: string
  /** The weights that the analysis started from; empty for weights set by hand. */
  analysed: { domain: string; weight: number }[]
  predicted: { domain: string; beforeMs: number | null; afterMs: number | null }[]
  /** Things to know about the recommendation itself. */
  notes: string[]
}

/** What `Plan.content` holds once the host was read, or when there is no connection to read it. */
export type PlanContent =
  | { kind: 'against-host'; plan: Plan; unknownDomains: string[] }
  | { kind: 'by-hand'; scheduler: string | null }
