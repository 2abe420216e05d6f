import type { Host } from './host.ts'
import { Ring } from './ring.ts'
import { runState } from './run-state.ts'
import type { ServiceQueue } from './service-queue.ts'

/**
 * What the vCPUs have to do. Per domain, packets are handled one after the other by any of its
 * vCPUs and before everything else, as interrupts are; services share the vCPUs, at most
 * `workers` at a time, the rest waiting in order of arrival.
 */
export class DomainWork {
  readonly #host: Host
  /** The packet on each vCPU, -1 for none, and the CPU time it still needs. */
  readonly #packet: Int32Array
  readonly #packetLeft: Float64Array
  /** By vCPU. */
  readonly #services: ServiceQueue[]
  /** Up to when a running vCPU's work has been counted. */
  readonly #countedTo: Float64Array
  readonly #waitingPackets: Ring[]
  readonly #waitingServices: Ring[]
  readonly #workers: Int32Array
  readonly #inService: Int32Array

  constructor(host: Host, workers: number[], services: ServiceQueue[]) {
    this.#host = host
    this.#packet = new Int32Array(host.vCpus).fill(-1)
    this.#packetLeft = new Float64Array(host.vCpus)
    this.#services = services
    this.#countedTo = new Float64Array(host.vCpus)
    this.#waitingPackets = workers.map(() => new Ring())
    this.#waitingServices = workers.map(() => new Ring())
    this.#workers = Int32Array.from(workers)
    this.#inService = new Int32Array(workers.length)
  }

  hasWork(v: number): boolean {
    return this.#packet[v]! >= 0 || this.#services[v]!.size > 0 || this.#host.hogging[v] === 1
  }

  /** The vCPU is dispatched now: its work goes on from here. */
  dispatched(v: number): void {
    this.#countedTo[v] = this.#host.clock[0]!
  }

  /** Counts what a running vCPU has done since it was last asked. */
  progress(v: number): void {
    const now = this.#host.clock[0]!
    const ran = now - this.#countedTo[v]!
    if (ran <= 0) return
    this.#countedTo[v] = now
    if (this.#packet[v]! >= 0) this.#packetLeft[v]! -= ran
    else this.#services[v]!.advance(ran)
  }

  /** How long the vCPU must still run, from its last `progress`, until something of it ends or turns. */
  timeToTurn(v: number): number {
    if (this.#packet[v]! >= 0) {
      const left = this.#packetLeft[v]!
      return left > 0 ? left : 0
    }
    return this.#services[v]!.timeToTurn(this.#host.clock[0]!)
  }

  /**
   * A packet for the domain.
   * @returns the vCPU that takes it, -1 when all are at others and it waits
   */
  addPacket(d: number, request: number, cpuNs: number): number {
    const v = this.#vCpuForPacket(d)
    if (v < 0) {
      this.#waitingPackets[d]!.push(request)
      return v
    }
    this.addPacketTo(v, request, cpuNs)
    return v
  }

  /** A packet, or an interrupt like one, for a vCPU that has none. */
  addPacketTo(v: number, request: number, cpuNs: number): void {
    this.#countIfRunning(v)
    this.#packet[v] = request
    this.#packetLeft[v] = cpuNs
  }

  /** An idle vCPU if there is one, else one that only serves: an interrupt may hit it. */
  #vCpuForPacket(d: number): number {
    const first = this.#host.firstVCpu[d]!
    const end = first + this.#host.vCpuCount[d]!
    let serving = -1
    for (let v = first; v < end; v++) {
      if (this.#packet[v]! >= 0) continue
      if (!this.hasWork(v)) return v
      if (serving < 0 || this.#host.current[this.#host.processor[v]!] === v) serving = v
    }
    return serving
  }

  /**
   * A request asks for service.
   * @returns the vCPU that serves it, -1 when all workers are at others
   */
  addService(d: number, request: number, cpuNs: number): number {
    if (this.#inService[d] === this.#workers[d]) {
      this.#waitingServices[d]!.push(request)
      return -1
    }
    this.#inService[d]!++
    return this.addJob(d, request, cpuNs)
  }

  /** Work that needs no worker, such as monitoring, beside the services. */
  addJob(d: number, job: number, cpuNs: number): number {
    const v = this.#leastLoaded(d)
    this.#countIfRunning(v)
    this.#services[v]!.add(job, cpuNs)
    return v
  }

  #countIfRunning(v: number): void {
    if (this.#host.state[v] === runState.running) this.progress(v)
  }

  #load(v: number): number {
    return this.#services[v]!.size + this.#host.hogging[v]! + (this.#packet[v]! >= 0 ? 1 : 0)
  }

  #leastLoaded(d: number): number {
    const first = this.#host.firstVCpu[d]!
    const end = first + this.#host.vCpuCount[d]!
    let best = first
    for (let v = first + 1; v < end; v++) if (this.#load(v) < this.#load(best)) best = v
    return best
  }

  /** The packet on the vCPU is done. @returns its request */
  takePacket(v: number): number {
    const request = this.#packet[v]!
    this.#packet[v] = -1
    return request
  }

  servesPacket(v: number): boolean {
    return this.#packet[v]! >= 0
  }

  /** The turn of the services has come. @returns the request that is done, -1 for none */
  turnService(v: number): number {
    return this.#services[v]!.turn(this.#host.clock[0]!)
  }

  /** The next waiting packet of the domain, -1 for none. */
  nextPacket(d: number): number {
    const waiting = this.#waitingPackets[d]!
    return waiting.size > 0 ? waiting.shift() : -1
  }

  /** A worker has become free. @returns the request it turns to, -1 for none */
  freeWorker(d: number): number {
    this.#inService[d]!--
    const waiting = this.#waitingServices[d]!
    return waiting.size > 0 ? waiting.shift() : -1
  }

  /**
   * A vCPU without work takes over the job of a sibling that has several, as a guest's own
   * balancing does.
   * @returns the sibling, -1 when there is none
   */
  pullJob(v: number): number {
    const d = this.#host.domainOf[v]!
    const first = this.#host.firstVCpu[d]!
    const end = first + this.#host.vCpuCount[d]!
    let busiest = -1
    for (let other = first; other < end; other++) {
      const queue = this.#services[other]!
      const spare = queue.size > 1 || (queue.size === 1 && this.#host.hogging[other] === 1)
      if (other !== v && spare && (busiest < 0 || queue.size > this.#services[busiest]!.size)) {
        busiest = other
      }
    }
    if (busiest < 0) return busiest
    this.#countIfRunning(busiest)
    const { job, leftNs } = this.#services[busiest]!.take()
    this.#services[v]!.add(job, leftNs)
    return busiest
  }
}
