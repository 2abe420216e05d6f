import type { BoostLasts } from '../config/boost-policy.ts'
import type { Domain } from '../host/domain.ts'
import type { Host } from '../host/host.ts'
import type { VCpu } from '../host/v-cpu.ts'
import { millisecond, unknown } from '../units.ts'
import { CREDITS_PER_MS, type Credit1Loans } from './credit1-loans.ts'
import type { Credit1Profile } from './credit1-profile.ts'
import type { Machine } from './scheduler.ts'

/** Xen's priorities; the higher one runs first. */
export const priority = { boost: 0, under: -1, over: -2, idle: -64 } as const

const CREDITS_PER_TICK = 100

const lifted = { none: 0, waiting: 1, running: 2 } as const

/** Credits of the vCPUs: who pays for CPU time, and how much each is given by weight and cap. */
export class Credit1Accounts {
  /** The vCPU that its cap is releasing at the moment: it is woken but not boosted. */
  unparking: VCpu | null = null
  readonly #host: Host
  readonly #machine: Machine
  readonly #profile: Credit1Profile
  readonly #chargesAtTick: boolean
  readonly #loans: Credit1Loans | null
  readonly #boostLasts: BoostLasts
  readonly #activeVCpus: Int32Array
  /** Domains with active vCPUs, the most recent first. */
  readonly #order: Domain[] = []
  readonly #creditsPerPeriod: number
  #weightSum = unknown
  #balance = unknown

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
    this.#chargesAtTick = profile.charge === 'at-tick'
    this.#loans = loans
    this.#boostLasts = boostLasts
    this.#creditsPerPeriod = (CREDITS_PER_MS * tsliceNs) / millisecond
    this.#activeVCpus = new Int32Array(host.domains.length)
    this.#balance = 0
    for (const v of host.vCpus) {
      v.priority = priority.under
      v.credit = 0
    }
  }

  /**
   * Xen's accounting stops while no vCPU is active; here it continues while one has a loan to
   * repay.
   */
  needsAccounting(): boolean {
    return this.#order.length > 0 || this.anyRepaying()
  }

  anyRepaying(): boolean {
    return this.#loans?.anyRepaying() ?? false
  }

  /** Charges a running vCPU for the time since it was last charged. */
  burn(v: VCpu): void {
    const onLoan = this.#onLoan(v)
    if (this.#chargesAtTick === true && !onLoan) return
    const { now } = this.#host
    const credits = ((now - v.burnFrom) * CREDITS_PER_MS) / millisecond
    v.credit -= onLoan ? this.#loans!.charge(v.index, credits) : credits
    v.burnFrom = now
    if (this.#boostLasts === 'loan' && onLoan && !this.#onLoan(v)) this.#settleDown(v)
  }

  #onLoan(v: VCpu): boolean {
    return this.#loans !== null && this.#loans.boosted[v.index] === 1
  }

  /** Boosts the vCPU ahead of all others although Xen would not. */
  lift(v: VCpu): void {
    v.lifted = lifted.waiting
    v.priority = priority.boost
  }

  dispatched(v: VCpu): void {
    v.burnFrom = this.#host.now
    if (v.lifted === lifted.none) return
    if (this.#boostLasts === 'dispatch') this.#settleDown(v)
    else v.lifted = lifted.running
  }

  /** The vCPU's run ends because another goes first, or its slice is over. */
  preempted(v: VCpu): void {
    if (!this.#keepsBoost(v)) this.leaves(v)
  }

  /** Whether neither ticks nor accountings end the boost. */
  #keepsBoost(v: VCpu): boolean {
    return this.#boostLasts === 'loan' && v.lifted !== lifted.none
  }

  /** The vCPU's run ends, or it may no longer wait. */
  leaves(v: VCpu): void {
    this.#loans?.endBoost(v.index)
    this.#settleDown(v)
  }

  /** A lifted vCPU continues with the priority that its own credit gives it. */
  #settleDown(v: VCpu): void {
    if (v.lifted === lifted.none) return
    v.lifted = lifted.none
    if (v.priority !== priority.boost) return
    v.priority = v.credit < 0 ? priority.over : priority.under
  }

  /**
   * csched_vcpu_acct: a vCPU found running by a tick loses its boost and counts as active.
   * @returns whether it was active before
   */
  tick(v: VCpu): boolean {
    const onLoan = this.#onLoan(v)
    if (v.priority === priority.boost && !this.#keepsBoost(v)) v.priority = priority.under
    if (this.#chargesAtTick && !onLoan) v.credit -= CREDITS_PER_TICK
    else this.burn(v)
    if (v.active === true) return true
    this.#activate(v)
    return false
  }

  #activate(v: VCpu): void {
    const d = v.domain
    v.active = true
    if (this.#activeVCpus[d.index]!++ === 0) this.#order.unshift(d)
  }

  #deactivate(v: VCpu): void {
    const d = v.domain
    v.active = false
    if (--this.#activeVCpus[d.index]! === 0) this.#order.splice(this.#order.indexOf(d), 1)
  }

  /** The weight of a domain among the active ones. */
  #weightOf(d: Domain): number {
    const { weight } = d
    return this.#profile.weightCounts === 'per-vcpu' ? weight * this.#activeVCpus[d.index]! : weight
  }

  /**
   * csched_acct, once per period: distributes new credits by weight; what a domain cannot use goes
   * to the next.
   */
  account(): void {
    let weightLeft = 0
    for (const d of this.#order) weightLeft += this.#weightOf(d)
    const weightSum = weightLeft
    this.#weightSum = weightSum
    if (this.anyRepaying()) this.#repayIdle()
    const deficit = Math.max(0, -this.#balance)
    let total = this.#creditsPerPeriod * this.#host.pCpus.length + deficit
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
        // A domain with enough moves to the front, so that the others get what it leaves next time.
        if (someWantMore) this.#toFront(d)
        fair = peak
      }
      this.#share(d, fair)
    }
  }

  /**
   * A vCPU that left the accounting with a loan repays with everything it would earn: see
   * `Credit1Loans`.
   */
  #repayIdle(): void {
    for (const v of this.#host.vCpus) {
      if (v.active || !this.#loans!.isRepaying(v.index)) continue
      this.#loans!.repay(v.index, this.#wouldEarn(v), 1)
    }
  }

  /**
   * What the vCPU would earn if it were active in addition to those that are: its part of its
   * domain's share by weight and cap.
   */
  #wouldEarn(v: VCpu): number {
    const d = v.domain
    const active = this.#activeVCpus[d.index]!
    const vCpus = active + 1
    const weight = d.weight * (this.#profile.weightCounts === 'per-vcpu' ? vCpus : 1)
    const others = this.#weightSum - (active > 0 ? this.#weightOf(d) : 0)
    const fair = (this.#creditsPerPeriod * this.#host.pCpus.length * weight) / (others + weight)
    const { cap } = d
    const most = this.#creditsPerPeriod * (cap > 0 ? Math.min(vCpus, cap / 100) : vCpus)
    return Math.ceil(Math.min(fair, most) / vCpus)
  }

  #toFront(d: Domain): void {
    this.#order.splice(this.#order.indexOf(d), 1)
    this.#order.unshift(d)
  }

  /**
   * The most credits that a domain can earn in a period, limited by its vCPUs' time, its part of a
   * deficit and its cap.
   */
  #peak(d: Domain, deficit: number): number {
    const own =
      this.#activeVCpus[d.index]! * this.#creditsPerPeriod +
      Math.ceil((deficit * this.#weightOf(d)) / this.#weightSum)
    const { cap } = d
    return cap > 0 ? Math.min(own, Math.ceil((cap * this.#creditsPerPeriod) / 100)) : own
  }

  #share(d: Domain, credits: number): void {
    const vCpus = this.#activeVCpus[d.index]!
    const each = Math.ceil(credits / vCpus)
    const { cap } = d
    const capEach = cap > 0 ? Math.ceil((cap * this.#creditsPerPeriod) / 100 / vCpus) : 0
    for (const v of d.vCpus) {
      if (v.active) this.#balance += this.#settle(v, each, capEach)
    }
  }

  /** @returns the vCPU's new credit */
  #settle(v: VCpu, earned: number, capEach: number): number {
    const credit = v.credit + (this.#loans?.repay(v.index, earned) ?? earned)
    const keepsBoost = v.lifted === lifted.waiting || this.#keepsBoost(v)
    if (credit < 0) {
      if (!keepsBoost) v.priority = priority.over
      if (capEach > 0 && credit < -capEach) this.#machine.hold(v)
      v.credit = Math.max(credit, -this.#creditsPerPeriod)
    } else {
      if (!keepsBoost) v.priority = priority.under
      this.#unpark(v)
      v.credit = credit
      if (credit > this.#creditsPerPeriod) {
        this.#deactivate(v)
        v.credit = credit * this.#profile.keepsOnLeaving
      }
    }
    return v.credit
  }

  #unpark(v: VCpu): void {
    if (!v.held) return
    this.unparking = v
    this.#machine.release(v)
    this.unparking = null
  }
}
