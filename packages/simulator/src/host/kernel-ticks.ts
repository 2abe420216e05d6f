import { type KernelTick, linuxTick } from '../config/twin-config.ts'
import { nanoseconds, nextMultiple } from '../units.ts'

/** The timer ticks of a vCPU's kernel that wake it after it has blocked. Times in ns. */
export class KernelTicks {
  /** The kernel's tick period; that of `linuxTick` when the twin does not simulate its ticks. */
  readonly periodNs: number
  /** Ticks occur at multiples of the period from here. */
  readonly phaseNs: number
  /** CPU time of a tick. */
  readonly cpuNs: number
  readonly #afterWork: number
  /** The last tick time returned, which remains valid until it has passed. */
  #due = Number.NEGATIVE_INFINITY
  /** Ticks left since the vCPU last did anything but ticking. */
  #left = 0

  /** @param phase uniform in [0, 1) */
  constructor(tick: KernelTick | undefined, phase: number) {
    const played = nanoseconds(tick?.periodSeconds ?? 0)
    this.periodNs = played || nanoseconds(linuxTick.periodSeconds)
    this.phaseNs = Math.floor(phase * played)
    this.cpuNs = nanoseconds(tick?.cpuSeconds ?? 0)
    this.#afterWork = played > 0 ? (tick?.ticksAfterWork ?? 1) : 0
  }

  /** The vCPU gets work. */
  works(): void {
    this.#left = this.#afterWork
  }

  /**
   * The vCPU blocks now.
   * @returns the time of its next tick; Infinity when its tick has stopped
   */
  dueAfterBlocking(now: number): number {
    if (this.#left === 0) return Number.POSITIVE_INFINITY
    if (this.#due <= now) this.#due = nextMultiple(now, this.periodNs, this.phaseNs)
    return this.#due
  }

  /** A tick finds the vCPU blocked. */
  tick(): void {
    this.#left--
  }
}
