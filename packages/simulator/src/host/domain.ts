import type { TwinDomain } from '../config/twin-config.ts'
import type { Tally } from '../results/tally.ts'
import { DomainWork } from './domain-work.ts'
import type { VCpu } from './v-cpu.ts'

export const DEFAULT_WEIGHT = 256

/** A domain as the scheduler and its requests see it. */
export class Domain {
  readonly index: number
  readonly vCpus: VCpu[] = []
  weight: number
  /** Percent of one pCPU, 0 = none. */
  cap: number
  /** Whether it has real-time work. */
  readonly realTime: boolean
  readonly work: DomainWork
  /** Tally of the current reporting window. */
  tally: Tally
  /** Requests that have arrived and are not answered yet. */
  unanswered = 0

  constructor(index: number, { weight, cap, realTime }: TwinDomain, workers: number, tally: Tally) {
    this.index = index
    this.tally = tally
    this.weight = weight ?? DEFAULT_WEIGHT
    this.cap = cap ?? 0
    this.realTime = realTime !== undefined
    this.work = new DomainWork(this.vCpus, workers)
  }
}
