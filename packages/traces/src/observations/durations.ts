import { DDSketch } from '@datadog/sketches-js'
import type { DurationStats } from '../observation.ts'
import { Moments } from './moments.ts'

/**
 * The sketch stores picoseconds, so that every duration from a nanosecond to a day has a bin number
 * above zero: merging loses the upper range of a sketch whose highest bin is exactly number 0.
 */
const SKETCH_UNITS_PER_SECOND = 1e12
const SMALLEST_SKETCHED_SECONDS = 1e-9

/** Durations in one window in seconds: exact moments, quantiles within 1 % of their value. */
export class Durations {
  readonly #moments = new Moments()
  readonly #sketch = new DDSketch({ relativeAccuracy: 0.01 })
  #min = Number.POSITIVE_INFINITY
  #max = Number.NEGATIVE_INFINITY

  add(seconds: number): void {
    this.#moments.add(seconds)
    if (seconds < this.#min) this.#min = seconds
    if (seconds > this.#max) this.#max = seconds
    const sketched = seconds < SMALLEST_SKETCHED_SECONDS ? 0 : seconds * SKETCH_UNITS_PER_SECOND
    this.#sketch.accept(sketched)
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
      p90Seconds: this.#quantile(0.9),
      p95Seconds: this.#quantile(0.95),
      p99Seconds: this.#quantile(0.99),
    }
  }

  /** It clamps the result, because a bin's middle may lie outside the observed range. */
  #quantile(q: number): number {
    const value = this.#sketch.getValueAtQuantile(q) / SKETCH_UNITS_PER_SECOND
    return Math.min(this.#max, Math.max(this.#min, value))
  }
}
