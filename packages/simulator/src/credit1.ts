import { type BoostPolicy, loanTerms } from './boost-policy.ts'
import { Credit1Accounts, priority } from './credit1-accounts.ts'
import { Credit1Balance } from './credit1-balance.ts'
import { Credit1Loans } from './credit1-loans.ts'
import { type Credit1Profile, credit1Profile } from './credit1-profile.ts'
import type { Host } from './host.ts'
import { RunQueue } from './run-queue.ts'
import type { Machine, Scheduler } from './scheduler.ts'
import { type Credit1Options, xenDefaults } from './twin-config.ts'
import { microsecond, millisecond, nanoseconds, nextMultiple } from './units.ts'

const tickTimer = 0
const accountTimer = 1
export const credit1Timers = 2

/** Below this the scheduler sets no timer of its own: CSCHED_MIN_TIMER. */
const minTimerNs = 100 * microsecond

/**
 * Xen's credit scheduler: a runqueue per pCPU ordered by priority, first come first served within
 * one. Who wakes with credit left is boosted ahead of all others until a tick finds it running;
 * credits, handed out by weight once an accounting period, decide between UNDER and OVER.
 */
export class Credit1 implements Scheduler {
  readonly #host: Host
  readonly #machine: Machine
  readonly #profile: Credit1Profile
  readonly #boost: BoostPolicy
  readonly #loans: Credit1Loans | null
  readonly #accounts: Credit1Accounts
  readonly #balance: Credit1Balance
  readonly #queues: RunQueue[]
  readonly #tsliceNs: number
  readonly #ratelimitNs: number
  readonly #realTimeFirst: boolean
  readonly #tickNs: number
  /** Ticks and accounting come at multiples of their periods, from phases that the seed decides. */
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
    // Three ticks a slice, but none shorter than a millisecond.
    this.#tickNs =
      this.#tsliceNs < 3 * millisecond ? this.#tsliceNs : Math.floor(this.#tsliceNs / 3)
    this.#tickPhase = Math.floor(phase() * this.#tickNs)
    this.#accountPhase = Math.floor(phase() * this.#tsliceNs)
    this.#queues = Array.from({ length: host.pCpus }, () => new RunQueue(host.vCpus))
    this.#sortedAt = new Int32Array(host.pCpus)
    this.#boost = options.boost ?? { policy: 'wake' }
    this.#loans =
      this.#boost.policy === 'loan-redemption'
        ? new Credit1Loans(host.vCpus, loanTerms(this.#boost), host.clock, machine)
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
      this.#queues,
      this.#accounts.priorities,
      this.#profile,
      nanoseconds(options.migrationDelaySeconds ?? 0),
    )
  }

  wake(v: number): void {
    const { priorities, unparking } = this.#accounts
    if (unparking !== v) {
      if (priorities[v] === priority.under) priorities[v] = priority.boost
      else if (this.#liftsDelayed(v)) this.#accounts.lift(v)
    }
    this.#insert(this.#host.processor[v]!, v)
    this.#balance.countRunnable(this.#host.processor[v]!, 1)
    this.#balance.tickle(v)
  }

  /** An I/O event for a vCPU that waits for a pCPU: Xen leaves it where it stands. */
  eventWaits(v: number): void {
    if (!this.#liftsDelayed(v)) return
    const p = this.#host.processor[v]!
    this.#accounts.lift(v)
    this.#queues[p]!.remove(v)
    this.#insert(p, v)
    this.#balance.tickle(v)
  }

  /** Whether the policy boosts a vCPU that Xen would not boost. */
  #liftsDelayed(v: number): boolean {
    if (this.#accounts.priorities[v] === priority.boost) return false
    return this.#loans ? this.#loans.delayed(v) : this.#boost.policy === 'always'
  }

  /** Before the first of lower priority: first come, first served within one. */
  #insert(p: number, v: number): void {
    const queue = this.#queues[p]!
    let position = queue.size
    while (position > 0 && this.#goesBefore(v, queue.items[position - 1]!)) position--
    queue.insert(position, v)
  }

  #goesBefore(v: number, queued: number): boolean {
    const { priorities } = this.#accounts
    if (priorities[v] !== priorities[queued]) return priorities[v]! > priorities[queued]!
    return this.#realTimeFirst && this.#isRealTime(v) && !this.#isRealTime(queued)
  }

  #isRealTime(v: number): boolean {
    return this.#host.realTime[this.#host.domainOf[v]!] === 1
  }

  schedule(p: number, current: number, runnable: boolean): number {
    const host = this.#host
    const now = host.clock[0]!
    if (current >= 0) {
      this.#accounts.burn(current)
      // A loan that was just used up is repaid by the accounting, whoever is active.
      if (!this.#accounting && this.#accounts.anyRepaying()) this.#startAccounting()
      const elsewhere = this.#balance.takeKickedAway(current)
      if (runnable && elsewhere < 0) {
        const ran = now - host.since[current]!
        if (ran < this.#ratelimitNs) {
          host.sliceEnds[p] = now + (ran < minTimerNs ? minTimerNs : this.#ratelimitNs - ran)
          return current
        }
        this.#accounts.leaves(current)
        this.#insert(p, current)
      } else {
        this.#accounts.leaves(current)
        this.#balance.countRunnable(p, -1)
        if (runnable) this.#moveAway(current, elsewhere)
      }
    }
    const next = this.#balance.pick(p)
    this.#balance.setIdle(p, next < 0)
    if (next < 0) {
      host.sliceEnds[p] = Number.POSITIVE_INFINITY
      return next
    }
    host.sliceEnds[p] = now + this.#tsliceNs
    this.#accounts.dispatched(next)
    if (!this.#ticking) this.#startTicks()
    return next
  }

  /** A running vCPU that gave way to a waker is woken anew on a pCPU that idles. */
  #moveAway(v: number, target: number): void {
    const { priorities } = this.#accounts
    if (this.#profile.boostsAfterMigration && priorities[v] === priority.under) {
      priorities[v] = priority.boost
    }
    this.#host.processor[v] = target
    this.#insert(target, v)
    this.#balance.countRunnable(target, 1)
    this.#host.requestSchedule(target)
  }

  switched(_pCpu: number, previous: number): void {
    if (previous >= 0) this.#balance.leftAt(previous)
  }

  timerFired(timer: number): void {
    if (timer === tickTimer) this.#tick()
    else this.#account()
  }

  #startTicks(): void {
    this.#ticking = true
    this.#machine.setTimer(
      tickTimer,
      nextMultiple(this.#host.clock[0]!, this.#tickNs, this.#tickPhase),
    )
  }

  /** csched_tick on every pCPU that does not idle; when all idle, ticks stop until one does not. */
  #tick(): void {
    const host = this.#host
    let anyBusy = false
    for (let p = 0; p < host.pCpus; p++) {
      const v = host.current[p]!
      if (v < 0) continue
      anyBusy = true
      if (this.#accounts.tick(v)) this.#balance.leaveCrowd(v)
      if (this.#sortedAt[p] !== this.#generation) this.#sort(p)
    }
    if (this.#accounts.needsAccounting() && !this.#accounting) this.#startAccounting()
    this.#ticking = anyBusy
    this.#machine.setTimer(
      tickTimer,
      anyBusy ? host.clock[0]! + this.#tickNs : Number.POSITIVE_INFINITY,
    )
  }

  /** Stable: OVER behind all others, as csched_runq_sort does. */
  #sort(p: number): void {
    this.#sortedAt[p] = this.#generation
    const { items, size } = this.#queues[p]!
    const { priorities } = this.#accounts
    let ahead = 0
    for (let index = 0; index < size; index++) {
      const v = items[index]!
      if (priorities[v]! <= priority.over) continue
      for (let slot = index; slot > ahead; slot--) items[slot] = items[slot - 1]!
      items[ahead++] = v
    }
  }

  #startAccounting(): void {
    this.#accounting = true
    this.#machine.setTimer(
      accountTimer,
      nextMultiple(this.#host.clock[0]!, this.#tsliceNs, this.#accountPhase),
    )
  }

  #account(): void {
    this.#accounts.account()
    this.#generation++
    this.#accounting = this.#accounts.needsAccounting()
    this.#machine.setTimer(
      accountTimer,
      this.#accounting ? this.#host.clock[0]! + this.#tsliceNs : Number.POSITIVE_INFINITY,
    )
  }

  /** A vCPU that is held back leaves its queue. */
  dequeue(v: number): void {
    const p = this.#host.processor[v]!
    this.#accounts.leaves(v)
    this.#queues[p]!.remove(v)
    this.#balance.countRunnable(p, -1)
  }

  parametersChanged(_domain: number): void {}
}
