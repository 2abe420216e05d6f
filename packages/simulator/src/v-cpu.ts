import type { Domain } from './domain.ts'
import type { KernelTicks } from './kernel-ticks.ts'
import type { PCpu } from './p-cpu.ts'
import type { Request } from './requests.ts'
import { runState } from './run-state.ts'
import type { ServiceQueue } from './service-queue.ts'
import { type Clock, unknown } from './units.ts'

/**
 * A virtual CPU: what it does, what it has to do and what its scheduler thinks of it. Times in ns.
 *
 * A packet goes before the services, as interrupts do.
 */
export class VCpu {
  /** Numbered through all domains. */
  readonly index: number
  readonly domain: Domain
  readonly ticks: KernelTicks
  readonly services: ServiceQueue
  /** Whether it never stops computing. */
  readonly hogging: boolean
  readonly #allowed: boolean[]
  readonly #clock: Clock

  state: number = runState.blocked
  /** Since when it has been in its state. */
  since = unknown
  /** The pCPU that it runs on, or whose runqueue it joins when woken. */
  processor: PCpu
  /** Held back: its domain's cap or its reservation is used up. */
  held = false

  /** The packet on it, null for none. */
  packet: Request | null = null
  /** Up to when its work has been counted, while it runs. */
  #countedTo = unknown

  // What its scheduler notes about it.

  priority = 0
  credit = unknown
  /** Since when it has not paid for its run. */
  burnFrom = unknown
  /** Earns credit. */
  active = false
  /** How far it is with a boost that Xen would not give. */
  lifted = 0
  /** The pCPU that was asked to take it, null for none. */
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

  /** It is dispatched: its work goes on from here. */
  dispatched(): void {
    this.#countedTo = this.#clock.now
  }

  /** Counts what it has done, running, since it was last asked. */
  progress(): void {
    const { now } = this.#clock
    const ran = now - this.#countedTo
    if (ran <= 0) return
    this.#countedTo = now
    if (this.packet !== null) this.packet.leftNs -= ran
    else this.services.advance(ran, now)
  }

  /** How long it must still run, from its last `progress`, until something of it ends or turns. */
  timeToTurn(): number {
    if (this.packet === null) return this.services.timeToTurn(this.#clock.now)
    const left = this.packet.leftNs
    return left > 0 ? left : 0
  }

  /** A packet, or an interrupt like one; it has none. */
  takePacket(packet: Request): void {
    if (this.state === runState.running) this.progress()
    this.packet = packet
  }

  /** A job beside those it has. */
  takeJob(job: Request): void {
    if (this.state === runState.running) this.progress()
    this.services.add(job)
  }

  /** How many things it has to do. */
  load(): number {
    return this.services.size + (this.hogging ? 1 : 0) + (this.packet === null ? 0 : 1)
  }
}
