import { runState } from '../run-state.ts'
import type { Request } from './requests.ts'
import type { VCpu } from './v-cpu.ts'

/**
 * Assigns a domain's work to its vCPUs. Packets are handled one after the other, by any vCPU and
 * with priority over services. Services share the vCPUs, at most `workers` at a time; the rest wait
 * in order of arrival.
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

  /**
   * @returns the vCPU that takes the packet; null when all are handling packets and it has to wait
   */
  addPacket(packet: Request): VCpu | null {
    const v = this.#vCpuForPacket()
    if (v === null) this.#waitingPackets.push(packet)
    else v.takePacket(packet)
    return v
  }

  /**
   * An idle vCPU if there is one, otherwise one that only serves, because an interrupt can preempt
   * that.
   */
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
   * A request needs service.
   * @returns the vCPU that serves it; null when all workers are busy
   */
  addService(request: Request): VCpu | null {
    if (this.#inService === this.#workers) {
      this.#waitingServices.push(request)
      return null
    }
    this.#inService++
    return this.addJob(request)
  }

  /** Adds work that needs no worker, such as monitoring, to the services. */
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

  /** The next waiting packet; null if there is none. */
  nextPacket(): Request | null {
    return this.#waitingPackets.shift()
  }

  /**
   * A worker has become free.
   * @returns the request that it serves next; null if there is none
   */
  freeWorker(): Request | null {
    this.#inService--
    return this.#waitingServices.shift()
  }

  /**
   * A vCPU without work takes over a job of a sibling that has several, as a guest's own load
   * balancing does.
   * @returns the sibling; null when there is none
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

/** A first-in, first-out queue that allocates only when it grows. */
class Ring<T> {
  size = 0
  #items = new Array<T>(16)
  #head = 0

  push(item: T): void {
    if (this.size === this.#items.length) this.#grow()
    this.#items[(this.#head + this.size++) & (this.#items.length - 1)] = item
  }

  /** null when it is empty. */
  shift(): T | null {
    if (this.size === 0) return null
    const item = this.#items[this.#head]!
    this.#head = (this.#head + 1) & (this.#items.length - 1)
    this.size--
    return item
  }

  #grow(): void {
    const items = new Array<T>(2 * this.#items.length)
    for (let index = 0; index < this.size; index++) {
      items[index] = this.#items[(this.#head + index) & (this.#items.length - 1)]!
    }
    this.#items = items
    this.#head = 0
  }
}
