import type { DomainArrivals } from '@steelyard/analysis'
import type { Observation } from '@steelyard/traces'
import { BOOT_WEIGHTS, type LoadPlan } from './load-plan.ts'

export type Weights = Readonly<Record<string, number>>

/** One guest in one minute. */
export interface DomainMinute {
  domain: string
  requests: number
  /** 95th percentile in the server's log, as the product sees it. Null without requests. */
  valueSeconds: number | null
  /** The same without the noise of measuring, which only the judge sees. */
  trueSeconds: number | null
}

/** What a host did in one minute. Times count in seconds from the beginning. */
export interface HostMinute {
  startSeconds: number
  /** Guests that are there. */
  domains: readonly DomainMinute[]
}

/** A host that is played minute by minute, with whatever weights are in force. */
export interface SimulatedHost {
  /** Domain-0 and every guest that there ever is. */
  readonly weights: Weights
  /** From the next minute on. */
  setWeights(weights: Weights): void
  play(): HostMinute
  /** In windows of ten seconds, as the product's own builder makes them. */
  observed(fromSeconds: number, toSeconds: number): Observation[]
  arrivals(fromSeconds: number, toSeconds: number): DomainArrivals[]
}

/** When a host begins to be played, and with which weights, which it is taken to have had before. */
export interface Beginning {
  fromSeconds: number
  weights: Weights
}

export const BOOTED: Beginning = { fromSeconds: 0, weights: BOOT_WEIGHTS }

/** Makes a host that follows a plan. */
export type HostMaker = (plan: LoadPlan, beginning?: Beginning) => SimulatedHost
