import { Random } from '@steelyard/model'
import type { DomainChange, TwinConfig, TwinGuest } from '../config/twin-config.ts'
import { type ArrivalStream, arrivalStream } from '../draws/arrivals.ts'
import { serviceStream } from '../draws/service-time.ts'
import type { Domain } from '../host/domain.ts'
import { Host } from '../host/host.ts'
import type { PCpu } from '../host/p-cpu.ts'
import { firstLeg } from '../host/request-paths.ts'
import type { VCpu } from '../host/v-cpu.ts'
import { type TwinObserver, Witness } from '../host/witness.ts'
import { type BurstStream, burstStream } from '../requests/background.ts'
import { RealTimeJobs } from '../requests/real-time-jobs.ts'
import { RequestFlow, type RequestSource, type WorkListener } from '../requests/request-flow.ts'
import type { UsedUpLoan } from '../results/loan-tally.ts'
import type { Recorder } from '../results/recorder.ts'
import { runState } from '../run-state.ts'
import { CREDIT1_TIMERS, Credit1 } from '../schedulers/credit1.ts'
import { Credit2 } from '../schedulers/credit2.ts'
import { Rtds } from '../schedulers/rtds.ts'
import type { Machine, Scheduler } from '../schedulers/scheduler.ts'
import { nanoseconds } from '../units.ts'
import { EventQueue } from './event-queue.ts'

const never = Number.POSITIVE_INFINITY

/** Number of random number streams per domain. */
const STREAMS_PER_DOMAIN = 4

/**
 * The simulated host: passes one event after the other to the component concerned. A pCPU's event
 * is the end of a slice or of a piece of work; between events everything a vCPU does is known in
 * advance, so nothing is computed.
 */
export class Engine implements Machine, WorkListener {
  readonly #host: Host
  readonly #flow: RequestFlow
  /** One slot per pCPU. Among simultaneous events, these come first. */
  readonly #pCpuEvents: EventQueue
  /** All other events. */
  readonly #events: EventQueue
  readonly #scheduler: Scheduler
  readonly #recorder: Recorder
  readonly #arrivals: ArrivalStream[]
  readonly #bursts: BurstStream[]
  readonly #jobs: RealTimeJobs
  readonly #changes: DomainChange[]
  readonly #names: string[]
  readonly #horizonNs: number
  /** First slot of each kind of event; arrivals begin at 0. */
  readonly #burstSlots: number
  readonly #releaseSlots: number
  readonly #changeSlot: number
  readonly #windowSlot: number
  readonly #tickSlots: number
  readonly #timerSlots: number
  #nextChange = 0
  eventCount = 0

  constructor(
    config: TwinConfig,
    domains: TwinGuest[],
    recorder: Recorder,
    seed: number,
    horizonNs: number,
    observer?: TwinObserver,
  ) {
    this.#recorder = recorder
    this.#horizonNs = horizonNs
    this.#names = domains.map(({ name }) => name)
    const phases = new Random(seed, 0)
    const phase = () => phases.uniform()
    const witness = observer ? new Witness(observer, this.#names) : null
    const host = new Host(config, domains, recorder, phase, witness)
    this.#host = host
    this.#changes = [...(config.changes ?? [])].sort((a, b) => a.atSeconds - b.atSeconds)

    this.#burstSlots = domains.length
    this.#releaseSlots = this.#burstSlots + domains.length
    this.#changeSlot = this.#releaseSlots + domains.length
    this.#windowSlot = this.#changeSlot + 1
    this.#tickSlots = this.#windowSlot + 1
    this.#timerSlots = this.#tickSlots + host.vCpus.length
    this.#pCpuEvents = new EventQueue(config.pCpus)
    this.#events = new EventQueue(this.#timerSlots + Math.max(CREDIT1_TIMERS, domains.length))

    const stream = (d: number, purpose: number) =>
      new Random(seed, 1 + d * STREAMS_PER_DOMAIN + purpose)
    this.#arrivals = domains.map(({ load }, d) =>
      load ? arrivalStream(load.arrivals, stream(d, 0)) : () => never,
    )
    const sources = domains.map((domain, d): RequestSource | null => {
      const first = firstLeg(domain, host.domains[d]!, host.domains[0]!)
      if (!first) return null
      const { serviceTime, outstanding = never } = domain.load!
      return { firstLeg: first, demand: serviceStream(serviceTime, stream(d, 1)), outstanding }
    })
    this.#flow = new RequestFlow(host, sources, recorder, this)
    this.#jobs = new RealTimeJobs(host, domains, recorder, (d) => stream(d, 3).uniform())
    this.#bursts = domains.map(({ background }, d) => burstStream(background, stream(d, 2)))
    this.#scheduler = this.#schedulerOf(config, domains, phase)
    this.#start()
  }

  #schedulerOf(config: TwinConfig, domains: TwinGuest[], phase: () => number): Scheduler {
    const { scheduler } = config
    switch (scheduler.name) {
      case 'credit':
        return new Credit1(this.#host, this, scheduler, phase)
      case 'credit2':
        return new Credit2(this.#host, this, scheduler)
      case 'rtds':
        return new Rtds(this.#host, this, domains)
    }
  }

  #start(): void {
    for (const domain of this.#host.domains) {
      const d = domain.index
      this.#setNextArrival(d)
      this.#events.set(this.#burstSlots + d, this.#bursts[d]!.next())
      this.#events.set(this.#releaseSlots + d, this.#jobs.nextRelease(d))
    }
    this.#setNextChange()
    this.#events.set(this.#windowSlot, this.#recorder.windowEnds())
    for (const v of this.#host.vCpus) if (v.hasWork()) this.#wake(v)
    this.#scheduleAll()
  }

  /** Requests that are not answered yet, including background work. */
  requestsUnderWay(): number {
    return this.#flow.underWay()
  }

  now(): number {
    return this.#host.now
  }

  /** Tells who observes the run of the states that have not ended. */
  end(): void {
    const { vCpus, witness, now } = this.#host
    for (const v of vCpus) witness?.stateEnds(v, now)
  }

  /**
   * Processes at most this many events up to a time.
   * @returns false when no events are left before that time
   */
  play(untilNs: number, events: number): boolean {
    const host = this.#host
    const pCpuEvents = this.#pCpuEvents
    const others = this.#events
    for (let count = 0; count < events; count++) {
      const pCpuTime = pCpuEvents.firstTime()
      const otherTime = others.firstTime()
      if (pCpuTime <= otherTime) {
        if (pCpuTime > untilNs) return false
        host.now = pCpuTime
        this.#pCpuEvent(host.pCpus[pCpuEvents.first()]!)
      } else {
        if (otherTime > untilNs) return false
        host.now = otherTime
        this.#otherEvent(others.first())
      }
      this.eventCount++
      if (host.mustScheduleCount > 0) this.#scheduleAll()
    }
    return true
  }

  #otherEvent(slot: number): void {
    if (slot < this.#burstSlots) this.#arrive(slot)
    else if (slot < this.#releaseSlots) this.#burst(slot - this.#burstSlots)
    else if (slot < this.#changeSlot) this.#release(slot - this.#releaseSlots)
    else if (slot >= this.#timerSlots) this.#scheduler.timerFired(slot - this.#timerSlots)
    else if (slot >= this.#tickSlots) this.#tick(slot - this.#tickSlots)
    else if (slot === this.#windowSlot) this.#windowEnds()
    else this.#change()
  }

  #scheduleAll(): void {
    while (this.#host.mustScheduleCount > 0) this.#schedule(this.#host.takeScheduleRequest())
  }

  // --- the pCPUs

  #pCpuEvent(p: PCpu): void {
    const { now } = this.#host
    const v = p.current!
    v.progress()
    if (p.workEnds <= now) {
      this.#flow.turn(v)
      if (!v.hasWork()) this.#pull(v)
    }
    if (p.sliceEnds <= now || !v.hasWork()) this.#host.requestSchedule(p)
    else this.#watch(p, v)
  }

  /** Sets the time of the pCPU's next event. The vCPU's progress must be up to date. */
  #watch(p: PCpu, v: VCpu): void {
    const ends = this.#host.now + v.timeToTurn()
    p.workEnds = ends
    this.#pCpuEvents.set(p.index, ends < p.sliceEnds ? ends : p.sliceEnds)
  }

  #schedule(p: PCpu): void {
    const previous = p.current
    let canGoOn = false
    if (previous !== null) {
      canGoOn = previous.held === false && previous.hasWork()
      previous.progress()
    }
    const next = this.#scheduler.schedule(p, previous, canGoOn)
    if (next !== previous) this.#switch(p, previous, next)
    else if (next !== null) {
      next.domain.tally.continuations++
      this.#watch(p, next)
    }
  }

  #switch(p: PCpu, previous: VCpu | null, next: VCpu | null): void {
    const host = this.#host
    if (previous === null) p.busySince = host.now
    else this.#takeOff(previous)
    p.current = next
    if (next !== null) {
      host.changeState(next, runState.running)
      next.dispatched()
      this.#watch(p, next)
    } else {
      this.#recorder.busy(p.index, p.busySince, host.now)
      this.#pCpuEvents.set(p.index, never)
    }
    if (previous !== null) this.#scheduler.left(previous)
  }

  #takeOff(v: VCpu): void {
    const host = this.#host
    if (v.hasWork()) host.changeState(v, v.held ? runState.parked : runState.preempted)
    else {
      host.changeState(v, runState.blocked)
      this.#events.set(this.#tickSlots + v.index, v.ticks.dueAfterBlocking(host.now))
    }
  }

  /** A blocked vCPU wakes up; for a running one the next event is set anew. */
  gotWork(v: VCpu): void {
    v.ticks.works()
    const { state } = v
    if (state === runState.running) this.#watch(v.processor, v)
    else if (state === runState.blocked) this.#wake(v)
    else if (state !== runState.parked) this.#scheduler.eventWaits?.(v)
  }

  #wake(v: VCpu): void {
    if (v.held === true) {
      this.#host.changeState(v, runState.parked)
      return
    }
    this.#host.changeState(v, runState.woken)
    this.#scheduler.wake(v)
  }

  setTimer(timer: number, at: number): void {
    this.#events.set(this.#timerSlots + timer, at)
  }

  loanUsedUp(v: number, loan: UsedUpLoan): void {
    this.#recorder.loanUsedUp(this.#host.vCpus[v]!.domain.index, loan)
  }

  loanRepaid(v: number, ns: number): void {
    this.#recorder.loanRepaid(this.#host.vCpus[v]!.domain.index, ns)
  }

  hold(v: VCpu): void {
    if (v.held) return
    v.held = true
    if (v.state === runState.running) this.#host.requestSchedule(v.processor)
    else if (v.state !== runState.blocked) {
      this.#scheduler.dequeue(v)
      this.#host.changeState(v, runState.parked)
    }
  }

  release(v: VCpu): void {
    v.held = false
    if (v.state === runState.parked) this.#wake(v)
  }

  /** A vCPU of the domain without work takes over some from a sibling. */
  #pull(v: VCpu): void {
    if (v.domain.vCpus.length === 1) return
    const sibling = v.domain.work.pullJob(v)
    if (sibling?.state === runState.running) this.gotWork(sibling)
  }

  // --- what comes from outside

  #setNextArrival(d: number): void {
    const next = this.#arrivals[d]!()
    this.#events.set(d, next < this.#horizonNs ? next : never)
  }

  #arrive(d: number): void {
    this.#setNextArrival(d)
    this.#flow.arrive(this.#host.domains[d]!)
  }

  #burst(d: number): void {
    const cpuNs = this.#bursts[d]!.cpuNs()
    this.#events.set(this.#burstSlots + d, this.#bursts[d]!.next())
    this.#flow.burst(this.#host.domains[d]!, cpuNs)
  }

  /** A real-time job is released, which is also the deadline of its predecessor. */
  #release(d: number): void {
    const goesOn = this.now() < this.#horizonNs
    this.#startPiece(this.#host.domains[d]!, this.#jobs.release(d, goesOn))
    this.#events.set(this.#releaseSlots + d, goesOn ? this.#jobs.nextRelease(d) : never)
  }

  pieceEnds(domain: Domain): void {
    this.#startPiece(domain, this.#jobs.pieceEnds(domain.index))
  }

  #startPiece(domain: Domain, cpuNs: number): void {
    if (cpuNs > 0) this.#flow.startPiece(domain, cpuNs)
  }

  /** The kernel's tick: an interrupt if its vCPU is blocked, otherwise part of the vCPU's work. */
  #tick(index: number): void {
    this.#events.set(this.#tickSlots + index, never)
    const v = this.#host.vCpus[index]!
    if (v.state !== runState.blocked) return
    v.ticks.tick()
    this.#flow.interrupt(v, v.ticks.cpuNs)
    this.#wake(v)
  }

  #setNextChange(): void {
    const change = this.#changes[this.#nextChange]
    this.#events.set(this.#changeSlot, change ? nanoseconds(change.atSeconds) : never)
  }

  #change(): void {
    const { domain: name, weight, cap } = this.#changes[this.#nextChange++]!
    const domain = this.#host.domains[this.#names.indexOf(name)]!
    if (weight !== undefined) domain.weight = weight
    if (cap !== undefined) domain.cap = cap
    this.#scheduler.parametersChanged(domain)
    this.#setNextChange()
  }

  /** Splits all current states at the boundary of two reporting windows. */
  #windowEnds(): void {
    const host = this.#host
    for (const v of host.vCpus) v.domain.tally.stay(v.state, v.since, host.now)
    for (const p of host.pCpus) {
      if (p.current !== null) this.#recorder.busy(p.index, p.busySince, host.now)
    }
    this.#recorder.nextWindow()
    for (const domain of host.domains) domain.tally = this.#recorder.tally(domain.index)
    this.#events.set(
      this.#windowSlot,
      this.#recorder.moreWindows() ? this.#recorder.windowEnds() : never,
    )
  }
}
