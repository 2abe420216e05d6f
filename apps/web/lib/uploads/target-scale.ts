import type { MeasuredDomain } from '@steelyard/contract'

/** How far the scale goes beyond what was measured, so that a target may lie there. */
const ROOM = 4
export const SCALE_STEPS = 200

/** A logarithmic scale over a histogram and around it, in steps that a slider can take. */
export class TargetScale {
  readonly #from: number
  readonly #to: number

  constructor(histogram: MeasuredDomain['histogram']) {
    const measured = histogram.filter(({ fromMs }) => fromMs > 0)
    this.#from = (measured[0]?.fromMs ?? 1) / ROOM
    this.#to = (measured.at(-1)?.toMs ?? 1000) * ROOM
  }

  /** The powers of ten that are not too close to the ends for their words. */
  get ticks(): number[] {
    const first = Math.ceil(Math.log10(this.#from))
    const last = Math.floor(Math.log10(this.#to))
    return Array.from(
      { length: Math.max(0, last - first + 1) },
      (_, i) => 10 ** (first + i),
    ).filter((ms) => this.shareOf(ms) > 0.06 && this.shareOf(ms) < 0.92)
  }

  /** From 0 to 1; outside values go to the ends. */
  shareOf(ms: number): number {
    const share = Math.log(ms / this.#from) / Math.log(this.#to / this.#from)
    return Math.min(1, Math.max(0, share))
  }

  stepOf(ms: number): number {
    return Math.round(this.shareOf(ms) * SCALE_STEPS)
  }

  /** Two significant digits, because nobody promises 183.4 ms. */
  msAt(step: number): number {
    const ms = this.#from * (this.#to / this.#from) ** (step / SCALE_STEPS)
    return Number(ms.toPrecision(2))
  }
}
