import type { BoostLasts } from './boost-policy.ts'
import { type Credit1Loans, creditsPerMs } from './credit1-loans.ts'
import type { Credit1Profile } from './credit1-profile.ts'
import type { Host } from './host.ts'
import type { Machine } from './scheduler.ts'
import { millisecond } from './units.ts'

/** Xen's priorities, the higher the sooner. */
export const priority = { boost: 0, under: -1, over: -2, idle: -64 } as const

const creditsPerTick = 100

const lifted = { none: 0, waiting: 1, running: 2 } as const

/** Credits of the vCPUs: who pays for CPU time, and who is given how much by weight and cap. */
export class Credit1Accounts {
  readonly priorities: Int8Array
  /** The vCPU whose cap lets it back in right now: it is woken, but not boosted. */
  unparking = -1
  readonly #host: Host
  readonly #machine: Machine
  readonly #profile: Credit1Profile
  readonly #loans: Credit1Loans | null
  readonly #boostLasts: BoostLasts
  readonly #credit: Float64Array
  readonly #burnFrom: Float64Array
  /** Has a boost that Xen would not give: while it waits, and where such boosts last, while it runs. */
  readonly #lifted: Uint8Array
  readonly #active: Uint8Array
  readonly #activeVCpus: Int32Array
  /** Domains with active vCPUs, the last that came first. */
  readonly #order: number[] = []
  readonly #creditsPerPeriod: number
  #weightSum = 0
  #balance = 0

  constructor(
    host: Host,
    machine: Machine,
    profile: Credit1Profile,
    tsliceNs: number,
    loans: Credit1Loans | null,
    boostLasts: BoostLasts,
  ) {
    this.#host = host
    this.#machine = machine
    this.#profile = profile
    this.#loans = loans
    this.#boostLasts = boostLasts
    this.#creditsPerPeriod = (creditsPerMs * tsliceNs) / millisecond
    this.#credit = new Float64Array(host.vCpus)
    this.#burnFrom = new Float64Array(host.vCpus)
    this.#lifted = new Uint8Array(host.vCpus)
    this.#active = new Uint8Array(host.vCpus)
    this.#activeVCpus = new Int32Array(host.domains)
    this.priorities = new Int8Array(host.vCpus).fill(priority.under)
  }

  /** Xen's accounting stops while no vCPU is active; here it goes on while one has a loan to repay. */
  needsAccounting(): boolean {
    return this.#order.length > 0 || this.anyRepaying()
  }

  anyRepaying(): boolean {
    return this.#loans?.anyRepaying() ?? false
  }

  /** A running vCPU pays for the time since it last did. */
  burn(v: number): void {
    const onLoan = this.#onLoan(v)
    if (this.#profile.charge === 'at-tick' && !onLoan) return
    const now = this.#host.clock[0]!
    const credits = ((now - this.#burnFrom[v]!) * creditsPerMs) / millisecond
    this.#credit[v]! -= onLoan ? this.#loans!.charge(v, credits) : credits
    this.#burnFrom[v] = now
  }

  #onLoan(v: number): boolean {
    return this.#loans !== null && this.#loans.boosted[v] === 1
  }

  /** Ahead of all others, though Xen would not boost it. */
  lift(v: number): void {
    this.#lifted[v] = lifted.waiting
    this.priorities[v] = priority.boost
  }

  dispatched(v: number): void {
    this.#burnFrom[v] = this.#host.clock[0]!
    if (this.#lifted[v] === lifted.none) return
    if (this.#boostLasts === 'tick') this.#lifted[v] = lifted.running
    else this.#settleDown(v)
  }

  /** The vCPU's run ends, or it may not wait any longer. */
  leaves(v: number): void {
    this.#loans?.endBoost(v)
    this.#settleDown(v)
  }

  /** A lifted vCPU goes on with the priority that its own credit gives it. */
  #settleDown(v: number): void {
    if (this.#lifted[v] === lifted.none) return
    this.#lifted[v] = lifted.none
    if (this.priorities[v] !== priority.boost) return
    this.priorities[v] = this.#credit[v]! < 0 ? priority.over : priority.under
  }

  /**
   * csched_vcpu_acct: whoever a tick finds running loses its boost and counts as active.
   * @returns whether it was active before
   */
  tick(v: number): boolean {
    const onLoan = this.#onLoan(v)
    if (this.priorities[v] === priority.boost) this.priorities[v] = priority.under
    if (this.#profile.charge === 'at-tick' && !onLoan) this.#credit[v]! -= creditsPerTick
    else this.burn(v)
    if (this.#active[v] === 1) return true
    this.#activate(v)
    return false
  }

  #activate(v: number): void {
    const d = this.#host.domainOf[v]!
    this.#active[v] = 1
    if (this.#activeVCpus[d]!++ === 0) this.#order.unshift(d)
  }

  #deactivate(v: number): void {
    const d = this.#host.domainOf[v]!
    this.#active[v] = 0
    if (--this.#activeVCpus[d]! === 0) this.#order.splice(this.#order.indexOf(d), 1)
  }

  /** What a domain weighs among the active ones. */
  #weightOf(d: number): number {
    const weight = this.#host.weight[d]!
    return this.#profile.weightCounts === 'per-vcpu' ? weight * this.#activeVCpus[d]! : weight
  }

  /** csched_acct, once a period: new credits by weight; what a domain cannot use goes to the next. */
  account(): void {
    let weightLeft = 0
    for (const d of this.#order) weightLeft += this.#weightOf(d)
    const weightSum = weightLeft
    this.#weightSum = weightSum
    if (this.anyRepaying()) this.#repayIdle()
    const deficit = Math.max(0, -this.#balance)
    let total = this.#creditsPerPeriod * this.#host.pCpus + deficit
    let someWantMore = false
    this.#balance = 0
    for (const d of [...this.#order]) {
      const weight = this.#weightOf(d)
      weightLeft -= weight
      const peak = this.#peak(d, deficit)
      let fair = Math.ceil((total * weight) / weightSum)
      if (fair < peak) {
        someWantMore = true
      } else {
        if (weightLeft > 0) total += Math.ceil(((fair - peak) * weightSum) / weightLeft)
        // Who has enough comes first next time, so that the others see what it leaves.
        if (someWantMore) this.#toFront(d)
        fair = peak
      }
      this.#share(d, fair)
    }
  }

  /** Whoever left the accounting with a loan repays all that it would earn: see `Credit1Loans`. */
  #repayIdle(): void {
    for (let v = 0; v < this.#host.vCpus; v++) {
      if (this.#active[v] === 1 || !this.#loans!.isRepaying(v)) continue
      this.#loans!.repay(v, this.#wouldEarn(v), 1)
    }
  }

  /** If it were active beside those that are: its part of its domain's share by weight and cap. */
  #wouldEarn(v: number): number {
    const d = this.#host.domainOf[v]!
    const active = this.#activeVCpus[d]!
    const vCpus = active + 1
    const weight = this.#host.weight[d]! * (this.#profile.weightCounts === 'per-vcpu' ? vCpus : 1)
    const others = this.#weightSum - (active > 0 ? this.#weightOf(d) : 0)
    const fair = (this.#creditsPerPeriod * this.#host.pCpus * weight) / (others + weight)
    const cap = this.#host.cap[d]!
    const most = this.#creditsPerPeriod * (cap > 0 ? Math.min(vCpus, cap / 100) : vCpus)
    return Math.ceil(Math.min(fair, most) / vCpus)
  }

  #toFront(d: number): void {
    this.#order.splice(this.#order.indexOf(d), 1)
    this.#order.unshift(d)
  }

  /** Credits that a domain can earn in a period: its vCPUs' time, its part of a deficit, its cap. */
  #peak(d: number, deficit: number): number {
    const own =
      this.#activeVCpus[d]! * this.#creditsPerPeriod +
      Math.ceil((deficit * this.#weightOf(d)) / this.#weightSum)
    const cap = this.#host.cap[d]!
    return cap > 0 ? Math.min(own, Math.ceil((cap * this.#creditsPerPeriod) / 100)) : own
  }

  #share(d: number, credits: number): void {
    const vCpus = this.#activeVCpus[d]!
    const each = Math.ceil(credits / vCpus)
    const cap = this.#host.cap[d]!
    const capEach = cap > 0 ? Math.ceil((cap * this.#creditsPerPeriod) / 100 / vCpus) : 0
    const first = this.#host.firstVCpu[d]!
    for (let v = first; v < first + this.#host.vCpuCount[d]!; v++) {
      if (this.#active[v] === 1) this.#balance += this.#settle(v, each, capEach)
    }
  }

  /** @returns the vCPU's credit afterwards */
  #settle(v: number, earned: number, capEach: number): number {
    const credit = this.#credit[v]! + (this.#loans?.repay(v, earned) ?? earned)
    if (credit < 0) {
      if (this.#lifted[v] !== lifted.waiting) this.priorities[v] = priority.over
      if (capEach > 0 && credit < -capEach) this.#machine.hold(v)
      this.#credit[v] = Math.max(credit, -this.#creditsPerPeriod)
    } else {
      if (this.#lifted[v] !== lifted.waiting) this.priorities[v] = priority.under
      this.#unpark(v)
      this.#credit[v] = credit
      if (credit > this.#creditsPerPeriod) {
        this.#deactivate(v)
        this.#credit[v] = credit * this.#profile.keepsOnLeaving
      }
    }
    return this.#credit[v]!
  }

  #unpark(v: number): void {
    if (this.#host.held[v] === 0) return
    this.unparking = v
    this.#machine.release(v)
    this.unparking = -1
  }
}
