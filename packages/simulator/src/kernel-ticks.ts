import type { Host } from './host.ts'
import { linuxTick, type TwinDomain } from './twin-config.ts'
import { nanoseconds, nextMultiple } from './units.ts'

/** When the kernels' timer ticks wake vCPUs that have blocked. */
export class KernelTicks {
  readonly #host: Host
  /** By domain; 0 without ticks. */
  readonly #periodNs: Float64Array
  readonly #cpuNs: Float64Array
  /** Ticks of a vCPU come at multiples of the period from here. */
  readonly #phaseNs: Float64Array
  /** By domain. */
  readonly #ticksAfterWork: Int32Array
  /** By vCPU, since it last did anything but ticking. */
  readonly #ticksLeft: Int32Array

  constructor(host: Host, domains: TwinDomain[], phase: () => number) {
    this.#host = host
    this.#periodNs = Float64Array.from(domains, ({ tick }) => nanoseconds(tick?.periodSeconds ?? 0))
    this.#cpuNs = Float64Array.from(domains, ({ tick }) => nanoseconds(tick?.cpuSeconds ?? 0))
    this.#phaseNs = Float64Array.from(host.domainOf, (d) =>
      Math.floor(phase() * this.#periodNs[d]!),
    )
    this.#ticksAfterWork = Int32Array.from(domains, ({ tick }) => tick?.ticksAfterWork ?? 1)
    this.#ticksLeft = new Int32Array(host.vCpus)
  }

  /** Of the vCPU's kernel; `linuxTick`'s when the twin does not play its ticks. */
  periodNs(v: number): number {
    return this.#periodNs[this.#host.domainOf[v]!]! || nanoseconds(linuxTick.periodSeconds)
  }

  phaseNs(v: number): number {
    return this.#phaseNs[v]!
  }

  works(v: number): void {
    this.#ticksLeft[v] = this.#ticksAfterWork[this.#host.domainOf[v]!]!
  }

  /** The vCPU blocks now. @returns when its next tick is due, Infinity when its tick has stopped */
  dueAfterBlocking(v: number): number {
    const period = this.#periodNs[this.#host.domainOf[v]!]!
    if (period === 0 || this.#ticksLeft[v] === 0) return Number.POSITIVE_INFINITY
    return nextMultiple(this.#host.clock[0]!, period, this.#phaseNs[v]!)
  }

  /** The tick of a blocked vCPU is due. @returns its cost, ns */
  tick(v: number): number {
    this.#ticksLeft[v]!--
    return this.#cpuNs[this.#host.domainOf[v]!]!
  }
}
