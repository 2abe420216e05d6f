import { runState } from '../run-state.ts'
import { type Clock, unknown } from '../units.ts'
import type { Domain } from './domain.ts'
import type { KernelTicks } from './kernel-ticks.ts'
import type { PCpu } from './p-cpu.ts'
import type { Request } from './requests.ts'
import type { ServiceQueue } from './service-queue.ts'

/**
 * A virtual CPU: its state, its work and its scheduler's data. Times in ns.
 *
 * A packet has priority over the services, as interrupts have.
 */
export class VCpu {
  /** Index over the vCPUs of all domains. */
  readonly index: number
  readonly domain: Domain
  readonly ticks: KernelTicks
  readonly services: ServiceQueue
  /** Whether it never stops computing. */
  readonly hogging: boolean
  readonly #allowed: boolean[]
  readonly #clock: Clock

  state: number = runState.blocked
  /** When it entered its current state. */
  since = unknown
  /** The pCPU that it runs on, or whose runqueue it joins when woken. */
  processor: PCpu
  /** Held because its domain's cap or its reservation is used up. */
  held = false

  /** The packet that it is handling; null for none. */
  packet: Request | null = null
  /** Time up to which its work has been counted while it runs. */
  #countedTo = unknown

  // State kept by its scheduler.

  priority = 0
  credit = unknown
  /** Time up to which its current run has been charged. */
  burnFrom = unknown
  /** Whether it earns credit. */
  active = false
  /** Its stage in a boost that Xen would not give. */
  lifted = 0
  /** The pCPU that was asked to take it; null for none. */
  meantFor: PCpu | null = null
  /** When it last left a pCPU. */
  leftAt = Number.NEGATIVE_INFINITY

  /** @param allowed by pCPU, whether it may run there */
  constructor(
    clock: Clock,
    index: number,
    domain: Domain,
    processor: PCpu,
    allowed: boolean[],
    ticks: KernelTicks,
    services: ServiceQueue,
    hogging: boolean,
  ) {
    this.#clock = clock
    this.index = index
    this.domain = domain
    this.processor = processor
    this.#allowed = allowed
    this.ticks = ticks
    this.services = services
    this.hogging = hogging
    this.since = 0
  }

  mayRun(p: PCpu): boolean {
    return this.#allowed[p.index]!
  }

  hasWork(): boolean {
    return this.packet !== null || this.services.size > 0 || this.hogging === true
  }

  /** It is dispatched: its work continues from here. */
  dispatched(): void {
    this.#countedTo = this.#clock.now
  }

  /** Counts the work done since the last call, while it runs. */
  progress(): void {
    const { now } = this.#clock
    const ran = now - this.#countedTo
    if (ran <= 0) return
    this.#countedTo = now
    if (this.packet !== null) this.packet.leftNs -= ran
    else this.services.advance(ran, now)
  }

  /**
   * How long it must still run, from its last `progress`, until something ends or a turn passes.
   */
  timeToTurn(): number {
    if (this.packet === null) return this.services.timeToTurn(this.#clock.now)
    const left = this.packet.leftNs
    return left > 0 ? left : 0
  }

  /** Takes a packet, or an interrupt like one; it must not have one already. */
  takePacket(packet: Request): void {
    if (this.state === runState.running) this.progress()
    this.packet = packet
  }

  /** Adds a job to those it has. */
  takeJob(job: Request): void {
    if (this.state === runState.running) this.progress()
    this.services.add(job)
  }

  /** Number of packets and jobs that it has. */
  load(): number {
    return this.services.size + (this.hogging ? 1 : 0) + (this.packet === null ? 0 : 1)
  }
}
