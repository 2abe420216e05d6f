import type { ServiceStream } from '../draws/service-time.ts'
import type { Domain } from '../host/domain.ts'
import type { Host } from '../host/host.ts'
import type { Leg } from '../host/request-paths.ts'
import { type Request, Requests } from '../host/requests.ts'
import type { VCpu } from '../host/v-cpu.ts'
import type { Recorder } from '../results/recorder.ts'
import { unknown } from '../units.ts'

/** Receives the events of the work. */
export interface WorkListener {
  /** The vCPU was given a piece of work. */
  gotWork(v: VCpu): void
  /** A piece of the domain's real-time job has finished. */
  pieceEnds(domain: Domain): void
}

/** Properties of a domain's requests. */
export interface RequestSource {
  firstLeg: Leg
  /** Draws the CPU time of a service, ns. */
  demand: ServiceStream
  /** Limit on simultaneously unanswered requests. */
  outstanding: number
}

/** Moves requests through the legs of their paths, and runs background work. */
export class RequestFlow {
  readonly #host: Host
  readonly #sources: (RequestSource | null)[]
  readonly #recorder: Recorder
  readonly #listener: WorkListener
  readonly #requests = new Requests()

  /** @param sources by domain */
  constructor(
    host: Host,
    sources: (RequestSource | null)[],
    recorder: Recorder,
    listener: WorkListener,
  ) {
    this.#host = host
    this.#sources = sources
    this.#recorder = recorder
    this.#listener = listener
  }

  /** Requests that are not answered yet, including background work. */
  underWay(): number {
    return this.#requests.underWay
  }

  arrive(domain: Domain): void {
    const { firstLeg, demand, outstanding } = this.#sources[domain.index]!
    if (domain.unanswered >= outstanding) return
    domain.unanswered++
    const { window } = this.#recorder
    const request = this.#requests.take(domain, firstLeg)
    request.window = window
    request.demandNs = demand()
    request.started = this.#host.now
    request.served = unknown
    this.#recorder.arrives(domain.index, window)
    this.#walk(request, firstLeg)
  }

  /** Background work: a job without legs. */
  burst(domain: Domain, cpuNs: number): void {
    this.#addJob(domain, cpuNs, false)
  }

  /** A piece of the domain's real-time job. */
  startPiece(domain: Domain, cpuNs: number): void {
    this.#addJob(domain, cpuNs, true)
  }

  #addJob(domain: Domain, cpuNs: number, isPiece: boolean): void {
    const job = this.#requests.take(domain, null)
    job.isPiece = isPiece
    job.leftNs = cpuNs
    this.#listener.gotWork(domain.work.addJob(job))
  }

  /** The work of a kernel tick, as an interrupt on a vCPU that has no work. */
  interrupt(v: VCpu, cpuNs: number): void {
    const interrupt = this.#requests.take(v.domain, null)
    interrupt.leftNs = cpuNs
    v.takePacket(interrupt)
  }

  /** Enters the request's next leg; legs aside run separately. */
  #walk(request: Request, first: Leg): void {
    let leg = first
    while (leg.aside === true) {
      this.#enter(this.#requests.take(request.domain, leg), leg)
      leg = leg.next!
    }
    request.leg = leg
    this.#enter(request, leg)
  }

  #enter(request: Request, leg: Leg): void {
    const { work } = leg.where
    let v: VCpu | null
    if (leg.isService === true) {
      request.leftNs = leg.cpuNs + request.demandNs
      v = work.addService(request)
    } else {
      request.leftNs = leg.cpuNs
      v = work.addPacket(request)
    }
    if (v !== null) this.#listener.gotWork(v)
  }

  /** The vCPU's current piece of work has finished, or its guest switches to another. */
  turn(v: VCpu): void {
    const { packet } = v
    if (packet === null) this.#turnService(v)
    else this.#endPacket(v, packet)
  }

  #endPacket(v: VCpu, packet: Request): void {
    v.packet = null
    const waiting = v.domain.work.nextPacket()
    if (waiting !== null) v.takePacket(waiting)
    if (packet.leg === null) this.#requests.release(packet)
    else this.#legEnds(packet, packet.leg)
  }

  #turnService(v: VCpu): void {
    const request = v.services.turn()
    if (request === null) return
    const { leg } = request
    if (leg === null) {
      this.#requests.release(request)
      if (request.isPiece) this.#listener.pieceEnds(request.domain)
      return
    }
    const waiting = v.domain.work.freeWorker()
    if (waiting !== null) this.#enter(waiting, waiting.leg!)
    this.#legEnds(request, leg)
  }

  #legEnds(request: Request, leg: Leg): void {
    if (leg.aside === true) {
      this.#requests.release(request)
      return
    }
    if (leg.starts === true) request.started = this.#host.now - leg.cpuNs
    if (leg.logs === true) this.#log(request)
    if (leg.answers === true) this.#answer(request)
    if (leg.next === null) this.#requests.release(request)
    else this.#walk(request, leg.next)
  }

  #log(request: Request): void {
    const { now } = this.#host
    request.serve(now)
    this.#recorder.logged(request.domain.index, request.window, now - request.served)
  }

  #answer({ domain, window, started }: Request): void {
    domain.unanswered--
    const { now, witness } = this.#host
    this.#recorder.response(domain.index, window, started, now)
    if (witness !== null) witness.answered(domain.index, started, now)
  }
}
