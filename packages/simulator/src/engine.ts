import { type ArrivalStream, arrivalStream } from './arrivals.ts'
import { type BurstStream, burstStream } from './background.ts'
import { Credit1, credit1Timers } from './credit1.ts'
import { Credit2 } from './credit2.ts'
import { DomainWork } from './domain-work.ts'
import { EventQueue } from './event-queue.ts'
import { Host } from './host.ts'
import { KernelTicks } from './kernel-ticks.ts'
import { Random } from './random.ts'
import type { Recorder } from './recorder.ts'
import { RequestPaths } from './request-paths.ts'
import { Requests } from './requests.ts'
import { runState } from './run-state.ts'
import type { Machine, Scheduler } from './scheduler.ts'
import { serviceQueues } from './service-queues.ts'
import { type ServiceStream, serviceStream } from './service-time.ts'
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
  readonly #requests = new Requests()
  readonly #paths: RequestPaths
  readonly #ticks: KernelTicks
  readonly #events: EventQueue
  readonly #scheduler: Scheduler
  readonly #recorder: Recorder
  readonly #arrivals: ArrivalStream[]
  readonly #services: ServiceStream[]
  readonly #bursts: BurstStream[]
  readonly #changes: DomainChange[]
  readonly #names: string[]
  /** When the first piece of work on each pCPU ends. */
  readonly #workEnds: Float64Array
  readonly #busySince: Float64Array
  readonly #horizonNs: number
  /** First slot of each kind of event. */
  readonly #arrivalSlots: number
  readonly #burstSlots: number
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
    this.#paths = new RequestPaths(config, domains)
    const phases = new Random(seed, 0)
    this.#ticks = new KernelTicks(host, domains, () => phases.uniform())
    this.#work = new DomainWork(
      host,
      this.#paths.workers,
      serviceQueues(host, domains, this.#ticks),
    )
    this.#workEnds = new Float64Array(host.pCpus).fill(never)
    this.#busySince = new Float64Array(host.pCpus)
    this.#changes = [...(config.changes ?? [])].sort((a, b) => a.atSeconds - b.atSeconds)

    this.#arrivalSlots = host.pCpus
    this.#burstSlots = this.#arrivalSlots + host.domains
    this.#changeSlot = this.#burstSlots + host.domains
    this.#windowSlot = this.#changeSlot + 1
    this.#tickSlots = this.#windowSlot + 1
    this.#timerSlots = this.#tickSlots + host.vCpus
    this.#events = new EventQueue(this.#timerSlots + Math.max(credit1Timers, host.domains))

    const stream = (d: number, purpose: number) =>
      new Random(seed, 1 + d * streamsPerDomain + purpose)
    const loads = this.#paths.loads
    this.#arrivals = loads.map((load, d) =>
      load ? arrivalStream(load.arrivals, stream(d, 0)) : () => never,
    )
    this.#services = loads.map((load, d) =>
      load ? serviceStream(load.serviceTime, stream(d, 1)) : () => 0,
    )
    this.#bursts = domains.map(({ background }, d) => burstStream(background, stream(d, 2)))
    this.#scheduler =
      config.scheduler.name === 'credit'
        ? new Credit1(host, this, config.scheduler, () => phases.uniform())
        : new Credit2(host, this, config.scheduler)
    this.#start()
  }

  #start(): void {
    for (let d = 0; d < this.#host.domains; d++) {
      this.#setNextArrival(d)
      this.#events.set(this.#burstSlots + d, this.#bursts[d]!.next())
    }
    this.#setNextChange()
    this.#events.set(this.#windowSlot, this.#recorder.windowEnds())
    for (let v = 0; v < this.#host.vCpus; v++) if (this.#work.hasWork(v)) this.#wake(v)
    this.#scheduleAll()
  }

  /** Requests that are not answered yet, background work included. */
  requestsUnderWay(): number {
    return this.#requests.underWay()
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
    else if (slot < this.#changeSlot) this.#burst(slot - this.#burstSlots)
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
    if (this.#workEnds[p]! <= now) this.#finish(v)
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

  // --- requests

  #setNextArrival(d: number): void {
    const next = this.#arrivals[d]!()
    this.#events.set(this.#arrivalSlots + d, next < this.#horizonNs ? next : never)
  }

  #arrive(d: number): void {
    const request = this.#requests.take()
    const requests = this.#requests
    const window = this.#recorder.window
    requests.domain[request] = d
    requests.window[request] = window
    requests.demand[request] = this.#services[d]!()
    requests.started[request] = this.now()
    requests.leg[request] = this.#paths.first(d)
    this.#recorder.arrives(d, window)
    this.#setNextArrival(d)
    this.#walk(request)
  }

  /** Background work: a job without legs. */
  #burst(d: number): void {
    const job = this.#requests.take()
    this.#requests.leg[job] = -1
    const cpuNs = this.#bursts[d]!.cpuNs()
    this.#events.set(this.#burstSlots + d, this.#bursts[d]!.next())
    this.#gotWork(this.#work.addJob(d, job, cpuNs))
  }

  /** The kernel's tick finds its vCPU blocked, or is part of what it does anyway. */
  #tick(v: number): void {
    this.#events.set(this.#tickSlots + v, never)
    if (this.#host.state[v] !== runState.blocked) return
    const job = this.#requests.take()
    this.#requests.leg[job] = -1
    this.#work.addPacketTo(v, job, this.#ticks.tick(v))
    this.#wake(v)
  }

  /** The request enters its present leg; legs aside go their own way. */
  #walk(request: number): void {
    const requests = this.#requests
    const paths = this.#paths
    const d = requests.domain[request]!
    let leg = requests.leg[request]!
    while (paths.aside[leg] === 1) {
      const aside = requests.take()
      requests.domain[aside] = d
      requests.leg[aside] = leg
      requests.leg[request] = ++leg
      this.#enter(aside, leg - 1)
    }
    this.#enter(request, leg)
  }

  #enter(request: number, leg: number): void {
    const paths = this.#paths
    const where = paths.where[leg]!
    const cpuNs = paths.cpuNs[leg]!
    const v =
      paths.isService[leg] === 1
        ? this.#work.addService(where, request, cpuNs + this.#requests.demand[request]!)
        : this.#work.addPacket(where, request, cpuNs)
    if (v >= 0) this.#gotWork(v)
  }

  /** The piece of work that the vCPU was at is done, or its guest turns to another. */
  #finish(v: number): void {
    const work = this.#work
    const d = this.#host.domainOf[v]!
    if (work.servesPacket(v)) {
      const packet = work.takePacket(v)
      const waiting = work.nextPacket(d)
      if (waiting >= 0)
        work.addPacketTo(v, waiting, this.#paths.cpuNs[this.#requests.leg[waiting]!]!)
      if (this.#requests.leg[packet]! < 0) this.#requests.release(packet)
      else this.#legEnds(packet)
    } else {
      const request = work.turnService(v)
      if (request < 0) return
      if (this.#requests.leg[request]! < 0) {
        this.#requests.release(request)
      } else {
        this.#startWaiting(d)
        this.#legEnds(request)
      }
    }
    if (!work.hasWork(v)) this.#pull(v)
  }

  /** The worker that has become free turns to the next request. */
  #startWaiting(d: number): void {
    const waiting = this.#work.freeWorker(d)
    if (waiting < 0) return
    const leg = this.#requests.leg[waiting]!
    const demand = this.#paths.cpuNs[leg]! + this.#requests.demand[waiting]!
    this.#gotWork(this.#work.addService(d, waiting, demand))
  }

  #pull(v: number): void {
    if (this.#host.vCpuCount[this.#host.domainOf[v]!] === 1) return
    const sibling = this.#work.pullJob(v)
    if (sibling >= 0 && this.#host.state[sibling] === runState.running) this.#gotWork(sibling)
  }

  #legEnds(request: number): void {
    const requests = this.#requests
    const paths = this.#paths
    const leg = requests.leg[request]!
    if (paths.aside[leg] === 1) {
      requests.release(request)
      return
    }
    const d = requests.domain[request]!
    if (paths.starts[leg] === 1) requests.started[request] = this.now() - paths.cpuNs[leg]!
    if (paths.answers[leg] === 1) {
      this.#recorder.response(d, requests.window[request]!, requests.started[request]!, this.now())
    }
    if (paths.last(d) === leg) {
      requests.release(request)
      return
    }
    requests.leg[request] = leg + 1
    this.#walk(request)
  }

  // --- what comes from outside

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
