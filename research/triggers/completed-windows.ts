import type { TriggerWindow } from '@steelyard/loop'
import { percentile95Of } from '../../bench/index.ts'

/** Response times by window of completion, which is when a server knows and logs them. */
export class CompletedWindows {
  readonly #seconds: number
  readonly #percentiles: (number | null)[]
  #current = 0
  #times: number[] = []

  constructor(seconds: number, untilSeconds: number) {
    this.#seconds = seconds
    this.#percentiles = new Array(Math.floor(untilSeconds / seconds)).fill(null)
  }

  /** In the order of completion. */
  add(completedAtSeconds: number, responseSeconds: number): void {
    const window = Math.floor(completedAtSeconds / this.#seconds)
    if (window !== this.#current) {
      this.#close()
      this.#current = window
    }
    this.#times.push(responseSeconds)
  }

  /** The 95th percentile of each window; null without a request. */
  finish(targetSeconds: number): TriggerWindow[] {
    this.#close()
    return this.#percentiles.map((valueSeconds, index) => ({
      startEpochSeconds: index * this.#seconds,
      seconds: this.#seconds,
      valueSeconds,
      targetSeconds,
    }))
  }

  /** Requests that are completed after the last window are left out. */
  #close(): void {
    if (this.#current < this.#percentiles.length) {
      this.#percentiles[this.#current] = percentile95Of(this.#times)
    }
    this.#times = []
  }
}
