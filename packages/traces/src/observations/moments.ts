import type { LengthStats } from '../observation.ts'

/**
 * Count, mean and variance in one pass (Welford 1962), mergeable without loss (Chan, Golub and
 * LeVeque 1979), so windows and rotated files can be joined in any order.
 */
export class Moments {
  count = 0
  mean = 0
  #squares = 0

  static of({ count, meanSeconds, varianceSeconds2 }: LengthStats): Moments {
    const moments = new Moments()
    moments.count = count
    moments.mean = meanSeconds
    moments.#squares = varianceSeconds2 * (count - 1)
    return moments
  }

  add(value: number): void {
    this.count++
    const step = value - this.mean
    this.mean += step / this.count
    this.#squares += step * (value - this.mean)
  }

  merge(other: Moments): void {
    if (other.count === 0) return
    const count = this.count + other.count
    const step = other.mean - this.mean
    this.#squares += other.#squares + (step * step * this.count * other.count) / count
    this.mean += (step * other.count) / count
    this.count = count
  }

  /** Unbiased; 0 for fewer than two values. */
  get variance(): number {
    return this.count < 2 ? 0 : this.#squares / (this.count - 1)
  }
}
