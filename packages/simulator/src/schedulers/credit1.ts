import { type BoostPolicy, loanTerms } from '../config/boost-policy.ts'
import { type Credit1Options, xenDefaults } from '../config/twin-config.ts'
import type { Domain } from '../host/domain.ts'
import type { Host } from '../host/host.ts'
import type { PCpu } from '../host/p-cpu.ts'
import type { VCpu } from '../host/v-cpu.ts'
import { microsecond, millisecond, nanoseconds, nextMultiple } from '../units.ts'
import { Credit1Accounts, priority } from './credit1-accounts.ts'
import { Credit1Balance } from './credit1-balance.ts'
import { Credit1Loans } from './credit1-loans.ts'
import { type Credit1Profile, credit1Profile } from './credit1-profile.ts'
import type { Machine, Scheduler } from './scheduler.ts'

const TICK_TIMER = 0
const ACCOUNT_TIMER = 1
export const CREDIT1_TIMERS = 2

/** Shortest delay for which the scheduler sets a timer of its own: CSCHED_MIN_TIMER. */
const MIN_TIMER_NS = 100 * microsecond

/**
 * Xen's credit scheduler: one runqueue per pCPU, ordered by priority and first come, first served
 * within a priority. A vCPU that wakes with credit left is boosted ahead of all others until a tick
 * finds it running. Credits, handed out by weight once per accounting period, decide between UNDER
 * and OVER.
 */
export class Credit1 implements Scheduler {
  readonly #host: Host
  readonly #machine: Machine
  readonly #profile: Credit1Profile
  readonly #boost: BoostPolicy
  readonly #loans: Credit1Loans | null
  readonly #accounts: Credit1Accounts
  readonly #balance: Credit1Balance
  readonly #tsliceNs: number
  readonly #ratelimitNs: number
  readonly #realTimeFirst: boolean
  readonly #realTimeWeight: number | null
  readonly #tickNs: number
  /** Ticks and accounting occur at multiples of their periods, with phases drawn from the seed. */
  readonly #tickPhase: number
  readonly #accountPhase: number
  #ticking = false
  #accounting = false
  /** Counts accountings, so that each pCPU sorts its queue once after each. */
  #generation = 0
  readonly #sortedAt: Int32Array

  constructor(host: Host, machine: Machine, options: Credit1Options, phase: () => number) {
    this.#host = host
    this.#machine = machine
    this.#profile = credit1Profile(options.xenVersion)
    this.#tsliceNs = nanoseconds(options.tsliceSeconds ?? xenDefaults.tsliceSeconds)
    this.#ratelimitNs = this.#profile.ratelimit
      ? nanoseconds(options.ratelimitSeconds ?? xenDefaults.ratelimitSeconds)
      : 0
    this.#realTimeFirst = options.realTimeFirst ?? false
    this.#realTimeWeight = options.realTimeWeight ?? null
    // Three ticks per slice, but none shorter than a millisecond.
    this.#tickNs =
      this.#tsliceNs < 3 * millisecond ? this.#tsliceNs : Math.floor(this.#tsliceNs / 3)
    this.#tickPhase = Math.floor(phase() * this.#tickNs)
    this.#accountPhase = Math.floor(phase() * this.#tsliceNs)
    this.#sortedAt = new Int32Array(host.pCpus.length)
    this.#boost = options.boost ?? { policy: 'wake' }
    this.#loans =
      this.#boost.policy === 'loan-redemption'
        ? new Credit1Loans(host.vCpus.length, loanTerms(this.#boost), host, machine)
        : null
    this.#accounts = new Credit1Accounts(
      host,
      machine,
      this.#profile,
      this.#tsliceNs,
      this.#loans,
      ('lasts' in this.#boost && this.#boost.lasts) || 'dispatch',
    )
    this.#balance = new Credit1Balance(
      host,
      this.#profile,
      nanoseconds(options.migrationDelaySeconds ?? 0),
    )
  }

  wake(v: VCpu): void {
    if (this.#accounts.unparking !== v) {
      if (v.priority === priority.under) v.priority = priority.boost
      else if (this.#liftsDelayed(v)) this.#accounts.lift(v)
    }
    this.#insert(v)
    v.processor.runnable++
    this.#balance.tickle(v)
  }

  /** An I/O event for a vCPU that waits for a pCPU: Xen leaves its position unchanged. */
  eventWaits(v: VCpu): void {
    if (!this.#liftsDelayed(v)) return
    this.#accounts.lift(v)
    v.processor.queue.remove(v)
    this.#insert(v)
    this.#balance.tickle(v)
  }

  /** Whether the policy boosts a vCPU that Xen would not boost. */
  #liftsDelayed(v: VCpu): boolean {
    if (v.priority === priority.boost) return false
    return this.#loans ? this.#loans.delayed(v.index) : this.#boost.policy === 'always'
  }

  /**
   * Inserts before the first vCPU of lower priority: first come, first served within a priority.
   */
  #insert(v: VCpu): void {
    const { queue } = v.processor
    let position = queue.size
    while (position > 0 && this.#goesBefore(v, queue.items[position - 1]!)) position--
    queue.insert(position, v)
  }

  #goesBefore(v: VCpu, queued: VCpu): boolean {
    if (v.priority !== queued.priority) return v.priority > queued.priority
    return this.#isFirst(v.domain) && !this.#isFirst(queued.domain)
  }

  #isFirst({ realTime, weight }: Domain): boolean {
    return (this.#realTimeFirst && realTime) || weight === this.#realTimeWeight
  }

  schedule(p: PCpu, current: VCpu | null, runnable: boolean): VCpu | null {
    const { now } = this.#host
    if (current !== null) {
      this.#accounts.burn(current)
      // A loan that was just used up is repaid by the accounting, so it must run even without
      // active vCPUs.
      if (this.#accounting === false && this.#accounts.anyRepaying()) this.#startAccounting()
      const elsewhere = current.meantFor
      current.meantFor = null
      if (runnable && elsewhere === null) {
        const ran = now - current.since
        if (ran < this.#ratelimitNs) {
          p.sliceEnds = now + (ran < MIN_TIMER_NS ? MIN_TIMER_NS : this.#ratelimitNs - ran)
          return current
        }
        this.#accounts.preempted(current)
        this.#insert(current)
      } else {
        this.#accounts.leaves(current)
        p.runnable--
        if (elsewhere !== null && runnable) this.#moveAway(current, elsewhere)
      }
    }
    const next = this.#balance.pick(p)
    this.#balance.setIdle(p, next === null)
    if (next === null) {
      p.sliceEnds = Number.POSITIVE_INFINITY
      return next
    }
    p.sliceEnds = now + this.#tsliceNs
    this.#accounts.dispatched(next)
    if (this.#ticking === false) this.#startTicks()
    return next
  }

  /** A running vCPU that was preempted by a waking one is woken again on an idle pCPU. */
  #moveAway(v: VCpu, target: PCpu): void {
    if (this.#profile.boostsAfterMigration && v.priority === priority.under) {
      v.priority = priority.boost
    }
    v.processor = target
    this.#insert(v)
    target.runnable++
    this.#host.requestSchedule(target)
  }

  left(previous: VCpu): void {
    previous.leftAt = this.#host.now
  }

  timerFired(timer: number): void {
    if (timer === TICK_TIMER) this.#tick()
    else this.#account()
  }

  #startTicks(): void {
    this.#ticking = true
    this.#machine.setTimer(TICK_TIMER, nextMultiple(this.#host.now, this.#tickNs, this.#tickPhase))
  }

  /**
   * csched_tick on every pCPU that is not idle; when all are idle, ticks stop until one is not.
   */
  #tick(): void {
    let anyBusy = false
    for (const p of this.#host.pCpus) {
      const v = p.current
      if (v === null) continue
      anyBusy = true
      if (this.#accounts.tick(v)) this.#balance.leaveCrowd(v)
      if (this.#sortedAt[p.index] !== this.#generation) this.#sort(p)
    }
    if (this.#accounts.needsAccounting() && !this.#accounting) this.#startAccounting()
    this.#ticking = anyBusy
    this.#machine.setTimer(
      TICK_TIMER,
      anyBusy ? this.#host.now + this.#tickNs : Number.POSITIVE_INFINITY,
    )
  }

  /** A stable sort that moves OVER behind all others, as in csched_runq_sort. */
  #sort(p: PCpu): void {
    this.#sortedAt[p.index] = this.#generation
    const { items, size } = p.queue
    let ahead = 0
    for (let index = 0; index < size; index++) {
      const v = items[index]!
      if (v.priority <= priority.over) continue
      for (let slot = index; slot > ahead; slot--) items[slot] = items[slot - 1]!
      items[ahead++] = v
    }
  }

  #startAccounting(): void {
    this.#accounting = true
    this.#machine.setTimer(
      ACCOUNT_TIMER,
      nextMultiple(this.#host.now, this.#tsliceNs, this.#accountPhase),
    )
  }

  #account(): void {
    this.#accounts.account()
    this.#generation++
    this.#accounting = this.#accounts.needsAccounting()
    this.#machine.setTimer(
      ACCOUNT_TIMER,
      this.#accounting ? this.#host.now + this.#tsliceNs : Number.POSITIVE_INFINITY,
    )
  }

  /** A vCPU that is held leaves its queue. */
  dequeue(v: VCpu): void {
    this.#accounts.leaves(v)
    v.processor.queue.remove(v)
    v.processor.runnable--
  }

  parametersChanged(_domain: Domain): void {}
}
