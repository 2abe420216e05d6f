import type { DurationStats } from '../observation.ts'
import { quantileSeconds } from '../quantiles.ts'
import { Moments } from './moments.ts'
import { Sketch } from './sketch.ts'

/** Durations in one window in seconds: exact moments, quantiles within 1 % of their value. */
export class Durations {
  readonly #moments: Moments
  readonly #sketch: Sketch
  #min = Number.POSITIVE_INFINITY
  #max = Number.NEGATIVE_INFINITY

  constructor(moments = new Moments(), sketch = new Sketch()) {
    this.#moments = moments
    this.#sketch = sketch
  }

  /** @throws RangeError for durations that were stored without their sketch */
  static of(stats: DurationStats): Durations {
    if (stats.sketch === undefined) throw new RangeError('The durations have no sketch.')
    const durations = new Durations(Moments.of(stats), Sketch.ofTexts([stats.sketch]))
    durations.#min = stats.minSeconds
    durations.#max = stats.maxSeconds
    return durations
  }

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
      ...quantileSeconds((fraction) => this.#quantile(fraction)),
      sketch: this.#sketch.toText(),
    }
  }

  /** It clamps the result, because a bin's middle may lie outside the observed range. */
  #quantile(q: number): number {
    return Math.min(this.#max, Math.max(this.#min, this.#sketch.quantile(q)))
  }
}
