import type { Domain } from '../host/domain.ts'
import type { Host } from '../host/host.ts'
import type { VCpu } from '../host/v-cpu.ts'
import { millisecond } from '../units.ts'
import type { Machine } from './scheduler.ts'

/** A vCPU takes at least this much of its domain's budget at once. */
const MIN_QUOTA_NS = 0.5 * millisecond

/**
 * Caps of credit2 (since Xen 4.10): a domain has a budget of CPU time that is replenished once per
 * period. Its vCPUs take quotas of it when they run and are held when none is left. An overrun by a
 * vCPU is deducted from the next period's budget, so the cap holds exactly over time.
 */
export class Credit2Caps {
  readonly #host: Host
  readonly #machine: Machine
  readonly #periodNs: number
  /** The rest of each domain's budget, ns. */
  readonly #pool: Float64Array
  /** The unused part of each vCPU's quota, ns; Infinity without a cap. */
  readonly #budget: Float64Array

  constructor(host: Host, machine: Machine, periodNs: number) {
    this.#host = host
    this.#machine = machine
    this.#periodNs = periodNs
    this.#pool = new Float64Array(host.domains.length)
    this.#budget = new Float64Array(host.vCpus.length)
    for (const domain of host.domains) this.changed(domain)
  }

  #totalNs(d: Domain): number {
    return Math.round((d.cap / 100) * this.#periodNs)
  }

  /** The domain's cap has changed, so its period starts anew. */
  changed(d: Domain): void {
    const capped = d.cap > 0
    for (const v of d.vCpus) {
      this.#budget[v.index] = capped ? 0 : Number.POSITIVE_INFINITY
    }
    this.#pool[d.index] = this.#totalNs(d)
    const next = this.#host.now + this.#periodNs
    this.#machine.setTimer(d.index, capped ? next : Number.POSITIVE_INFINITY)
    this.#releaseAll(d)
  }

  use(v: VCpu, ns: number): void {
    this.#budget[v.index]! -= ns
  }

  left(v: VCpu): number {
    return this.#budget[v.index]!
  }

  /**
   * Takes a quota unless the vCPU still has one.
   * @returns false when the pool is empty
   */
  grab(v: VCpu): boolean {
    if (this.#budget[v.index]! > 0) return true
    const d = v.domain
    const quota = Math.max(MIN_QUOTA_NS, Math.ceil(this.#totalNs(d) / d.vCpus.length))
    // A negative budget is an overrun, which is paid first.
    this.#pool[d.index]! += this.#budget[v.index]!
    this.#budget[v.index] = 0
    if (this.#pool[d.index]! <= 0) return false
    this.#budget[v.index] = Math.min(quota, this.#pool[d.index]!)
    this.#pool[d.index]! -= this.#budget[v.index]!
    return true
  }

  /**
   * A vCPU that leaves its pCPU returns its unused quota, or its debt, to the pool for its
   * siblings.
   */
  giveBack(v: VCpu): void {
    if (this.#budget[v.index] === Number.POSITIVE_INFINITY) return
    const d = v.domain
    this.#pool[d.index]! += this.#budget[v.index]!
    this.#budget[v.index] = 0
    if (this.#pool[d.index]! > 0) this.#releaseAll(d)
  }

  /** Replenishes the budget at the end of the domain's period. */
  refill(d: Domain): void {
    const total = this.#totalNs(d)
    this.#pool[d.index] = Math.min(total, this.#pool[d.index]! + total)
    this.#machine.setTimer(d.index, this.#host.now + this.#periodNs)
    if (this.#pool[d.index]! > 0) this.#releaseAll(d)
  }

  #releaseAll(d: Domain): void {
    for (const v of d.vCpus) {
      if (v.held) this.#machine.release(v)
    }
  }
}
