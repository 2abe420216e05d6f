import { type ArrivalStream, arrivalStream } from './arrivals.ts'
import { type BurstStream, burstStream } from './background.ts'
import { Credit1, credit1Timers } from './credit1.ts'
import type { UsedUpLoan } from './credit1-loans.ts'
import { Credit2 } from './credit2.ts'
import { DomainWork } from './domain-work.ts'
import { EventQueue } from './event-queue.ts'
import { Host } from './host.ts'
import { KernelTicks } from './kernel-ticks.ts'
import { Random } from './random.ts'
import { RealTimeJobs } from './real-time-jobs.ts'
import type { Recorder } from './recorder.ts'
import { RequestFlow } from './request-flow.ts'
import { RequestPaths } from './request-paths.ts'
import { Rtds } from './rtds.ts'
import { runState } from './run-state.ts'
import type { Machine, Scheduler } from './scheduler.ts'
import { serviceQueues } from './service-queues.ts'
import { serviceStream } from './service-time.ts'
import type { DomainChange, TwinConfig, TwinDomain } from './twin-config.ts'
import { nanoseconds } from './units.ts'

const never = Number.POSITIVE_INFINITY

/** The streams of random numbers, so many to a domain. */
const streamsPerDomain = 4

/**
 * The simulated host: hands one event after the other to whom it concerns. A pCPU's event is the
 * end of a slice or of a piece of work; between events everything a vCPU does is known and nothing
 * is computed.
 */
export class Engine implements Machine {
  readonly #host: Host
  readonly #work: DomainWork
  readonly #flow: RequestFlow
  readonly #ticks: KernelTicks
  readonly #events: EventQueue
  readonly #scheduler: Scheduler
  readonly #recorder: Recorder
  readonly #arrivals: ArrivalStream[]
  readonly #bursts: BurstStream[]
  readonly #jobs: RealTimeJobs
  readonly #changes: DomainChange[]
  readonly #names: string[]
  /** When the first piece of work on each pCPU ends. */
  readonly #workEnds: Float64Array
  readonly #busySince: Float64Array
  readonly #horizonNs: number
  /** First slot of each kind of event. */
  readonly #arrivalSlots: number
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
    domains: TwinDomain[],
    recorder: Recorder,
    seed: number,
    horizonNs: number,
  ) {
    this.#recorder = recorder
    this.#horizonNs = horizonNs
    this.#names = domains.map(({ name }) => name)
    const host = new Host(config, domains, recorder)
    this.#host = host
    const paths = new RequestPaths(config, domains)
    const phases = new Random(seed, 0)
    this.#ticks = new KernelTicks(host, domains, () => phases.uniform())
    this.#work = new DomainWork(host, paths.workers, serviceQueues(host, domains, this.#ticks))
    this.#workEnds = new Float64Array(host.pCpus).fill(never)
    this.#busySince = new Float64Array(host.pCpus)
    this.#changes = [...(config.changes ?? [])].sort((a, b) => a.atSeconds - b.atSeconds)

    this.#arrivalSlots = host.pCpus
    this.#burstSlots = this.#arrivalSlots + host.domains
    this.#releaseSlots = this.#burstSlots + host.domains
    this.#changeSlot = this.#releaseSlots + host.domains
    this.#windowSlot = this.#changeSlot + 1
    this.#tickSlots = this.#windowSlot + 1
    this.#timerSlots = this.#tickSlots + host.vCpus
    this.#events = new EventQueue(this.#timerSlots + Math.max(credit1Timers, host.domains))

    const stream = (d: number, purpose: number) =>
      new Random(seed, 1 + d * streamsPerDomain + purpose)
    const { loads } = paths
    this.#arrivals = loads.map((load, d) =>
      load ? arrivalStream(load.arrivals, stream(d, 0)) : () => never,
    )
    const services = loads.map((load, d) =>
      load ? serviceStream(load.serviceTime, stream(d, 1)) : () => 0,
    )
    const gotWork = (v: number) => this.#gotWork(v)
    const pieceEnds = (d: number) => this.#startPiece(d, this.#jobs.pieceEnds(d))
    this.#flow = new RequestFlow(host, this.#work, paths, services, recorder, gotWork, pieceEnds)
    this.#jobs = new RealTimeJobs(host, domains, recorder, (d) => stream(d, 3).uniform())
    this.#bursts = domains.map(({ background }, d) => burstStream(background, stream(d, 2)))
    this.#scheduler = this.#schedulerOf(config, domains, () => phases.uniform())
    this.#start()
  }

  #schedulerOf(config: TwinConfig, domains: TwinDomain[], phase: () => number): Scheduler {
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
    for (let d = 0; d < this.#host.domains; d++) {
      this.#setNextArrival(d)
      this.#events.set(this.#burstSlots + d, this.#bursts[d]!.next())
      this.#events.set(this.#releaseSlots + d, this.#jobs.nextRelease(d))
    }
    this.#setNextChange()
    this.#events.set(this.#windowSlot, this.#recorder.windowEnds())
    for (let v = 0; v < this.#host.vCpus; v++) if (this.#work.hasWork(v)) this.#wake(v)
    this.#scheduleAll()
  }

  /** Requests that are not answered yet, background work included. */
  requestsUnderWay(): number {
    return this.#flow.underWay()
  }

  now(): number {
    return this.#host.clock[0]!
  }

  /**
   * Plays at most so many events up to a time.
   * @returns false when nothing is left to do before that time
   */
  play(untilNs: number, events: number): boolean {
    const queue = this.#events
    const clock = this.#host.clock
    for (let count = 0; count < events; count++) {
      const slot = queue.first()
      const time = queue.timeOf(slot)
      if (time > untilNs) return false
      clock[0] = time
      this.eventCount++
      if (slot < this.#arrivalSlots) this.#pCpuEvent(slot)
      else this.#otherEvent(slot)
      if (this.#host.mustScheduleCount > 0) this.#scheduleAll()
    }
    return true
  }

  #otherEvent(slot: number): void {
    if (slot < this.#burstSlots) this.#arrive(slot - this.#arrivalSlots)
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

  #pCpuEvent(p: number): void {
    const host = this.#host
    const v = host.current[p]!
    const now = host.clock[0]!
    this.#work.progress(v)
    if (this.#workEnds[p]! <= now) {
      this.#flow.turn(v)
      if (!this.#work.hasWork(v)) this.#pull(v)
    }
    if (host.sliceEnds[p]! <= now || !this.#work.hasWork(v)) host.requestSchedule(p)
    else this.#watch(p, v)
  }

  /** Sets when the pCPU's next event is due. The vCPU's progress is counted. */
  #watch(p: number, v: number): void {
    const ends = this.#host.clock[0]! + this.#work.timeToTurn(v)
    const sliceEnds = this.#host.sliceEnds[p]!
    this.#workEnds[p] = ends
    this.#events.set(p, ends < sliceEnds ? ends : sliceEnds)
  }

  #schedule(p: number): void {
    const host = this.#host
    const previous = host.current[p]!
    const canGoOn = previous >= 0 && host.held[previous] === 0 && this.#work.hasWork(previous)
    if (previous >= 0) this.#work.progress(previous)
    const next = this.#scheduler.schedule(p, previous, canGoOn)
    if (next === previous) {
      if (next >= 0) {
        this.#recorder.continues(host.domainOf[next]!)
        this.#watch(p, next)
      }
      return
    }
    if (previous >= 0) {
      const hasWork = canGoOn || this.#work.hasWork(previous)
      const parked = hasWork && host.held[previous] === 1
      host.changeState(
        previous,
        parked ? runState.parked : hasWork ? runState.preempted : runState.blocked,
      )
      if (!hasWork)
        this.#events.set(this.#tickSlots + previous, this.#ticks.dueAfterBlocking(previous))
    } else {
      this.#busySince[p] = host.clock[0]!
    }
    host.current[p] = next
    if (next >= 0) {
      host.changeState(next, runState.running)
      this.#work.dispatched(next)
      this.#watch(p, next)
    } else {
      this.#recorder.busy(p, this.#busySince[p]!, host.clock[0]!)
      this.#events.set(p, never)
    }
    this.#scheduler.switched(p, previous)
  }

  /** The vCPU has something to do: a blocked one wakes, a running one's next end is set anew. */
  #gotWork(v: number): void {
    this.#ticks.works(v)
    const state = this.#host.state[v]
    if (state === runState.running) this.#watch(this.#host.processor[v]!, v)
    else if (state === runState.blocked) this.#wake(v)
    else if (state !== runState.parked) this.#scheduler.eventWaits?.(v)
  }

  #wake(v: number): void {
    if (this.#host.held[v] === 1) {
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
    this.#recorder.loanUsedUp(this.#host.domainOf[v]!, loan)
  }

  loanRepaid(v: number, ns: number): void {
    this.#recorder.loanRepaid(this.#host.domainOf[v]!, ns)
  }

  hasWork(v: number): boolean {
    return this.#work.hasWork(v)
  }

  hold(v: number): void {
    const host = this.#host
    if (host.held[v] === 1) return
    host.held[v] = 1
    const state = host.state[v]!
    if (state === runState.running) host.requestSchedule(host.processor[v]!)
    else if (state !== runState.blocked) {
      this.#scheduler.dequeue(v)
      host.changeState(v, runState.parked)
    }
  }

  release(v: number): void {
    this.#host.held[v] = 0
    if (this.#host.state[v] === runState.parked) this.#wake(v)
  }

  /** A vCPU of the domain that has nothing to do takes over from a sibling. */
  #pull(v: number): void {
    if (this.#host.vCpuCount[this.#host.domainOf[v]!] === 1) return
    const sibling = this.#work.pullJob(v)
    if (sibling >= 0 && this.#host.state[sibling] === runState.running) this.#gotWork(sibling)
  }

  // --- what comes from outside

  #setNextArrival(d: number): void {
    const next = this.#arrivals[d]!()
    this.#events.set(this.#arrivalSlots + d, next < this.#horizonNs ? next : never)
  }

  #arrive(d: number): void {
    this.#setNextArrival(d)
    this.#flow.arrive(d)
  }

  #burst(d: number): void {
    const cpuNs = this.#bursts[d]!.cpuNs()
    this.#events.set(this.#burstSlots + d, this.#bursts[d]!.next())
    this.#flow.burst(d, cpuNs)
  }

  /** A real-time job is released, and the deadline of the one before has come. */
  #release(d: number): void {
    const goesOn = this.now() < this.#horizonNs
    this.#startPiece(d, this.#jobs.release(d, goesOn))
    this.#events.set(this.#releaseSlots + d, goesOn ? this.#jobs.nextRelease(d) : never)
  }

  #startPiece(d: number, cpuNs: number): void {
    if (cpuNs > 0) this.#flow.startPiece(d, cpuNs)
  }

  /** The kernel's tick finds its vCPU blocked, or is part of what it does anyway. */
  #tick(v: number): void {
    this.#events.set(this.#tickSlots + v, never)
    if (this.#host.state[v] !== runState.blocked) return
    this.#flow.interrupt(v, this.#ticks.tick(v))
    this.#wake(v)
  }

  #setNextChange(): void {
    const change = this.#changes[this.#nextChange]
    this.#events.set(this.#changeSlot, change ? nanoseconds(change.atSeconds) : never)
  }

  #change(): void {
    const { domain, weight, cap } = this.#changes[this.#nextChange++]!
    const d = this.#names.indexOf(domain)
    if (weight !== undefined) this.#host.weight[d] = weight
    if (cap !== undefined) this.#host.cap[d] = cap
    this.#scheduler.parametersChanged(d)
    this.#setNextChange()
  }

  /** Splits what is going on at the boundary of two reporting windows. */
  #windowEnds(): void {
    const host = this.#host
    const now = this.now()
    for (let v = 0; v < host.vCpus; v++) {
      this.#recorder.stateGoesOn(host.domainOf[v]!, host.state[v]!, host.since[v]!, now)
    }
    for (let p = 0; p < host.pCpus; p++) {
      if (host.current[p]! >= 0) this.#recorder.busy(p, this.#busySince[p]!, now)
    }
    this.#recorder.window++
    this.#events.set(
      this.#windowSlot,
      this.#recorder.moreWindows() ? this.#recorder.windowEnds() : never,
    )
  }
}
