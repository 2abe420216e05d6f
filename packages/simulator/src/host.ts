import type { Recorder } from './recorder.ts'
import type { TwinConfig, TwinDomain } from './twin-config.ts'

export const defaultWeight = 256

/**
 * Everything the schedulers and the work share, as structures of arrays: domains, their vCPUs
 * (numbered through all domains) and the pCPUs. Times in ns.
 */
export class Host {
  readonly clock = new Float64Array(1)

  readonly domains: number
  readonly weight: Float64Array
  /** Percent of one pCPU, 0 = none. */
  readonly cap: Float64Array
  readonly firstVCpu: Int32Array
  readonly vCpuCount: Int32Array

  /** Domains with real-time work. */
  readonly realTime: Uint8Array

  readonly vCpus: number
  readonly domainOf: Int32Array
  readonly state: Uint8Array
  /** Since when the vCPU has been in its state. */
  readonly since: Float64Array
  /** The pCPU that the vCPU runs on, or whose runqueue it joins when woken. */
  readonly processor: Int32Array
  readonly hogging: Uint8Array
  /** Held back: its domain's cap or its reservation is used up. */
  readonly held: Uint8Array

  readonly pCpus: number
  /** The vCPU on each pCPU, -1 for none. */
  readonly current: Int32Array
  /** When the scheduler wants to be asked again. */
  readonly sliceEnds: Float64Array
  readonly #allowed: Uint8Array
  readonly #mustSchedule: Uint8Array
  /** How many pCPUs wait for their scheduler. */
  mustScheduleCount = 0

  readonly #recorder: Recorder

  constructor(config: TwinConfig, domains: TwinDomain[], recorder: Recorder) {
    this.#recorder = recorder
    this.domains = domains.length
    this.weight = Float64Array.from(domains, (domain) => domain.weight ?? defaultWeight)
    this.cap = Float64Array.from(domains, (domain) => domain.cap ?? 0)
    this.realTime = Uint8Array.from(domains, (domain) => Number(domain.realTime !== undefined))
    this.vCpuCount = Int32Array.from(domains, (domain) => domain.vCpus ?? 1)
    this.firstVCpu = new Int32Array(this.domains)
    for (let d = 1; d < this.domains; d++) {
      this.firstVCpu[d] = this.firstVCpu[d - 1]! + this.vCpuCount[d - 1]!
    }
    this.vCpus = this.vCpuCount.reduce((sum, count) => sum + count, 0)
    this.pCpus = config.pCpus
    this.domainOf = new Int32Array(this.vCpus)
    this.state = new Uint8Array(this.vCpus)
    this.since = new Float64Array(this.vCpus)
    this.processor = new Int32Array(this.vCpus)
    this.hogging = new Uint8Array(this.vCpus)
    this.held = new Uint8Array(this.vCpus)
    this.current = new Int32Array(this.pCpus).fill(-1)
    this.sliceEnds = new Float64Array(this.pCpus).fill(Number.POSITIVE_INFINITY)
    this.#allowed = new Uint8Array(this.vCpus * this.pCpus)
    this.#mustSchedule = new Uint8Array(this.pCpus)
    for (const [d, domain] of domains.entries()) this.#place(d, domain)
  }

  /** The first pCPU of each vCPU: its allowed ones in turn, as Xen spreads vCPUs on creation. */
  #place(d: number, domain: TwinDomain): void {
    for (let index = 0; index < this.vCpuCount[d]!; index++) {
      const v = this.firstVCpu[d]! + index
      const allowed = domain.affinity?.[index] ?? Array.from({ length: this.pCpus }, (_, p) => p)
      for (const p of allowed) this.#allowed[v * this.pCpus + p] = 1
      this.domainOf[v] = d
      this.processor[v] = allowed[v % allowed.length]!
      this.hogging[v] = index < (domain.hogs ?? 0) ? 1 : 0
    }
  }

  now(): number {
    return this.clock[0]!
  }

  mayRun(v: number, p: number): boolean {
    return this.#allowed[v * this.pCpus + p] === 1
  }

  /** Xen's SCHEDULE_SOFTIRQ: the pCPU asks its scheduler before simulated time goes on. */
  requestSchedule(p: number): void {
    if (this.#mustSchedule[p] === 1) return
    this.#mustSchedule[p] = 1
    this.mustScheduleCount++
  }

  /** The lowest pCPU that was asked to schedule; its request is taken off. */
  takeScheduleRequest(): number {
    let p = 0
    while (this.#mustSchedule[p] === 0) p++
    this.#mustSchedule[p] = 0
    this.mustScheduleCount--
    return p
  }

  changeState(v: number, state: number): void {
    const now = this.clock[0]!
    this.#recorder.stateEnds(this.domainOf[v]!, this.state[v]!, this.since[v]!, now)
    this.state[v] = state
    this.since[v] = now
  }
}
