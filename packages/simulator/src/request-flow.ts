import type { DomainWork } from './domain-work.ts'
import type { Host } from './host.ts'
import type { Recorder } from './recorder.ts'
import type { RequestPaths } from './request-paths.ts'
import { Requests } from './requests.ts'
import type { ServiceStream } from './service-time.ts'

/** In place of a leg: work that nobody waits for, and a piece of a real-time job. */
const nobodys = -1
const piece = -2

/** Leads requests through the legs of their paths, and lets work pass that nobody waits for. */
export class RequestFlow {
  readonly #host: Host
  readonly #work: DomainWork
  readonly #paths: RequestPaths
  readonly #services: ServiceStream[]
  readonly #recorder: Recorder
  readonly #gotWork: (v: number) => void
  readonly #pieceEnds: (d: number) => void
  readonly #requests = new Requests()
  readonly #unanswered: Int32Array

  /**
   * @param gotWork is told the vCPU that a piece of work was given to
   * @param pieceEnds is told the domain whose piece of a real-time job is done
   */
  constructor(
    host: Host,
    work: DomainWork,
    paths: RequestPaths,
    services: ServiceStream[],
    recorder: Recorder,
    gotWork: (v: number) => void,
    pieceEnds: (d: number) => void,
  ) {
    this.#host = host
    this.#work = work
    this.#paths = paths
    this.#services = services
    this.#recorder = recorder
    this.#gotWork = gotWork
    this.#pieceEnds = pieceEnds
    this.#unanswered = new Int32Array(host.domains)
  }

  /** Requests that are not answered yet, background work included. */
  underWay(): number {
    return this.#requests.underWay()
  }

  arrive(d: number): void {
    if (this.#unanswered[d]! >= this.#paths.outstanding[d]!) return
    this.#unanswered[d]!++
    const requests = this.#requests
    const request = requests.take()
    const window = this.#recorder.window
    requests.domain[request] = d
    requests.window[request] = window
    requests.demand[request] = this.#services[d]!()
    requests.started[request] = this.#host.clock[0]!
    requests.leg[request] = this.#paths.first(d)
    this.#recorder.arrives(d, window)
    this.#walk(request)
  }

  /** Background work: a job without legs. */
  burst(d: number, cpuNs: number): void {
    this.#gotWork(this.#work.addJob(d, this.#withoutLegs(nobodys), cpuNs))
  }

  /** A piece of the domain's real-time job. */
  startPiece(d: number, cpuNs: number): void {
    const job = this.#withoutLegs(piece)
    this.#requests.domain[job] = d
    this.#gotWork(this.#work.addJob(d, job, cpuNs))
  }

  /** What the kernel does at a tick, as an interrupt on a vCPU that has no work. */
  interrupt(v: number, cpuNs: number): void {
    this.#work.addPacketTo(v, this.#withoutLegs(nobodys), cpuNs)
  }

  #withoutLegs(kind: number): number {
    const job = this.#requests.take()
    this.#requests.leg[job] = kind
    return job
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
  turn(v: number): void {
    if (this.#work.servesPacket(v)) this.#endPacket(v)
    else this.#turnService(v)
  }

  #endPacket(v: number): void {
    const work = this.#work
    const { leg } = this.#requests
    const packet = work.takePacket(v)
    const waiting = work.nextPacket(this.#host.domainOf[v]!)
    if (waiting >= 0) work.addPacketTo(v, waiting, this.#paths.cpuNs[leg[waiting]!]!)
    if (leg[packet]! < 0) this.#requests.release(packet)
    else this.#legEnds(packet)
  }

  #turnService(v: number): void {
    const request = this.#work.turnService(v)
    if (request < 0) return
    const leg = this.#requests.leg[request]!
    if (leg < 0) {
      this.#requests.release(request)
      if (leg === piece) this.#pieceEnds(this.#requests.domain[request]!)
      return
    }
    this.#startWaiting(this.#host.domainOf[v]!)
    this.#legEnds(request)
  }

  /** The worker that has become free turns to the next request. */
  #startWaiting(d: number): void {
    const waiting = this.#work.freeWorker(d)
    if (waiting >= 0) this.#enter(waiting, this.#requests.leg[waiting]!)
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
    const now = this.#host.clock[0]!
    if (paths.starts[leg] === 1) requests.started[request] = now - paths.cpuNs[leg]!
    if (paths.answers[leg] === 1) {
      this.#unanswered[d]!--
      this.#recorder.response(d, requests.window[request]!, requests.started[request]!, now)
    }
    if (paths.last(d) === leg) {
      requests.release(request)
      return
    }
    requests.leg[request] = leg + 1
    this.#walk(request)
  }
}
