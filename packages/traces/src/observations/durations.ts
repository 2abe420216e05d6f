import type { DurationStats, RequestDurations } from '../observation.ts'
import { Moments } from './moments.ts'
import { Sketch } from './sketch.ts'

/** Durations in one window in seconds: exact moments, quantiles within 1 % of their value. */
export class Durations {
  readonly #moments = new Moments()
  readonly #sketch = new Sketch()
  #min = Number.POSITIVE_INFINITY
  #max = Number.NEGATIVE_INFINITY

  add(seconds: number): void {
    this.#moments.add(seconds)
    if (seconds < this.#min) this.#min = seconds
    if (seconds > this.#max) this.#max = seconds
    this.#sketch.add(seconds)
  }

  merge(other: Durations): void {
    this.#moments.merge(other.#moments)
    this.#sketch.merge(other.#sketch)
    this.#min = Math.min(this.#min, other.#min)
    this.#max = Math.max(this.#max, other.#max)
  }

  toStats(): DurationStats {
    return {
      count: this.#moments.count,
      meanSeconds: this.#moments.mean,
      varianceSeconds2: this.#moments.variance,
      minSeconds: this.#min,
      maxSeconds: this.#max,
      p50Seconds: this.#quantile(0.5),
      p95Seconds: this.#quantile(0.95),
      p99Seconds: this.#quantile(0.99),
    }
  }

  toSketchedStats(): RequestDurations {
    return { ...this.toStats(), sketch: this.#sketch.toText() }
  }

  /** It clamps the result, because a bin's middle may lie outside the observed range. */
  #quantile(q: number): number {
    return Math.min(this.#max, Math.max(this.#min, this.#sketch.quantile(q)))
  }
}
