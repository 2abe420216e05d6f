import type { Request } from './requests.ts'
import { Ring } from './ring.ts'
import { runState } from './run-state.ts'
import type { VCpu } from './v-cpu.ts'

/**
 * How a domain's work comes to its vCPUs. Packets are handled one after the other by any of them and
 * before everything else; services share them, at most `workers` at a time, the rest waiting in order
 * of arrival.
 */
export class DomainWork {
  readonly #vCpus: VCpu[]
  readonly #workers: number
  #inService = 0
  readonly #waitingPackets = new Ring<Request>()
  readonly #waitingServices = new Ring<Request>()

  constructor(vCpus: VCpu[], workers: number) {
    this.#vCpus = vCpus
    this.#workers = workers
  }

  /** @returns the vCPU that takes the packet, null when all are at others and it waits */
  addPacket(packet: Request): VCpu | null {
    const v = this.#vCpuForPacket()
    if (v === null) this.#waitingPackets.push(packet)
    else v.takePacket(packet)
    return v
  }

  /** An idle vCPU if there is one, else one that only serves: an interrupt may hit it. */
  #vCpuForPacket(): VCpu | null {
    const vCpus = this.#vCpus
    let serving: VCpu | null = null
    for (let index = 0; index < vCpus.length; index++) {
      const v = vCpus[index]!
      if (v.packet !== null) continue
      if (!v.hasWork()) return v
      if (serving === null || v.processor.current === v) serving = v
    }
    return serving
  }

  /**
   * A request asks for service.
   * @returns the vCPU that serves it, null when all workers are at others
   */
  addService(request: Request): VCpu | null {
    if (this.#inService === this.#workers) {
      this.#waitingServices.push(request)
      return null
    }
    this.#inService++
    return this.addJob(request)
  }

  /** Work that needs no worker, such as monitoring, beside the services. */
  addJob(job: Request): VCpu {
    const v = this.#leastLoaded()
    v.takeJob(job)
    return v
  }

  #leastLoaded(): VCpu {
    const vCpus = this.#vCpus
    let best = vCpus[0]!
    for (let index = 1; index < vCpus.length; index++) {
      if (vCpus[index]!.load() < best.load()) best = vCpus[index]!
    }
    return best
  }

  /** The next waiting packet, null for none. */
  nextPacket(): Request | null {
    return this.#waitingPackets.shift()
  }

  /** A worker has become free. @returns the request it turns to, null for none */
  freeWorker(): Request | null {
    this.#inService--
    return this.#waitingServices.shift()
  }

  /**
   * A vCPU without work takes over the job of a sibling that has several, as a guest's own
   * balancing does.
   * @returns the sibling, null when there is none
   */
  pullJob(v: VCpu): VCpu | null {
    let busiest: VCpu | null = null
    for (const other of this.#vCpus) {
      const { size } = other.services
      const spare = size > 1 || (size === 1 && other.hogging)
      if (other !== v && spare && (busiest === null || size > busiest.services.size)) {
        busiest = other
      }
    }
    if (busiest === null) return null
    if (busiest.state === runState.running) busiest.progress()
    v.services.add(busiest.services.take())
    return busiest
  }
}
