import type { Host } from './host.ts'
import type { Machine } from './scheduler.ts'
import { millisecond } from './units.ts'

/** A vCPU takes at least this much of its domain's budget at once. */
const minQuotaNs = 0.5 * millisecond

/**
 * Caps of credit2 (since Xen 4.10): a domain has a budget of CPU time that is filled up once a
 * period; its vCPUs take quotas of it when they run and are held back when none is left. What a
 * vCPU overran is missing from the next period's budget, so the cap holds exactly over time.
 */
export class Credit2Caps {
  readonly #host: Host
  readonly #machine: Machine
  readonly #periodNs: number
  /** What is left of each domain's budget, ns. */
  readonly #pool: Float64Array
  /** What each vCPU has taken and not yet used, ns; Infinity without a cap. */
  readonly #budget: Float64Array

  constructor(host: Host, machine: Machine, periodNs: number) {
    this.#host = host
    this.#machine = machine
    this.#periodNs = periodNs
    this.#pool = new Float64Array(host.domains)
    this.#budget = new Float64Array(host.vCpus)
    for (let d = 0; d < host.domains; d++) this.changed(d)
  }

  #totalNs(d: number): number {
    return Math.round((this.#host.cap[d]! / 100) * this.#periodNs)
  }

  /** The domain's cap has changed: its period starts anew. */
  changed(d: number): void {
    const capped = this.#host.cap[d]! > 0
    const first = this.#host.firstVCpu[d]!
    for (let v = first; v < first + this.#host.vCpuCount[d]!; v++) {
      this.#budget[v] = capped ? 0 : Number.POSITIVE_INFINITY
    }
    this.#pool[d] = this.#totalNs(d)
    const next = this.#host.clock[0]! + this.#periodNs
    this.#machine.setTimer(d, capped ? next : Number.POSITIVE_INFINITY)
    this.#releaseAll(d)
  }

  use(v: number, ns: number): void {
    this.#budget[v]! -= ns
  }

  left(v: number): number {
    return this.#budget[v]!
  }

  /** Takes a quota unless there is one in hand. @returns false when the pool is empty */
  grab(v: number): boolean {
    if (this.#budget[v]! > 0) return true
    const d = this.#host.domainOf[v]!
    const quota = Math.max(minQuotaNs, Math.ceil(this.#totalNs(d) / this.#host.vCpuCount[d]!))
    // A negative budget was overrun: it is paid first.
    this.#pool[d]! += this.#budget[v]!
    this.#budget[v] = 0
    if (this.#pool[d]! <= 0) return false
    this.#budget[v] = Math.min(quota, this.#pool[d]!)
    this.#pool[d]! -= this.#budget[v]!
    return true
  }

  /** A vCPU that leaves its pCPU gives back what it did not use, or owes; siblings may use it. */
  giveBack(v: number): void {
    if (this.#budget[v] === Number.POSITIVE_INFINITY) return
    const d = this.#host.domainOf[v]!
    this.#pool[d]! += this.#budget[v]!
    this.#budget[v] = 0
    if (this.#pool[d]! > 0) this.#releaseAll(d)
  }

  /** The domain's period is over. */
  refill(d: number): void {
    const total = this.#totalNs(d)
    this.#pool[d] = Math.min(total, this.#pool[d]! + total)
    this.#machine.setTimer(d, this.#host.clock[0]! + this.#periodNs)
    if (this.#pool[d]! > 0) this.#releaseAll(d)
  }

  #releaseAll(d: number): void {
    const first = this.#host.firstVCpu[d]!
    for (let v = first; v < first + this.#host.vCpuCount[d]!; v++) {
      if (this.#host.held[v] === 1) this.#machine.release(v)
    }
  }
}
