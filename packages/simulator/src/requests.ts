/** The requests under way, in slots that are used again; grows when full. */
export class Requests {
  domain = new Int32Array(256)
  /** The leg that is waited for or runs; -1 for background work. */
  leg = new Int32Array(256)
  /** ns of CPU that the service itself needs. */
  demand = new Float64Array(256)
  /** When the client's clock started, ns; NaN until it does. */
  started = new Float64Array(256)
  /** The reporting window of the arrival. */
  window = new Int32Array(256)
  #free = new Int32Array(256)
  #freeCount = 0
  #used = 0

  take(): number {
    if (this.#freeCount > 0) return this.#free[--this.#freeCount]!
    if (this.#used === this.domain.length) this.#grow()
    return this.#used++
  }

  release(request: number): void {
    this.#free[this.#freeCount++] = request
  }

  /** How many slots are taken. */
  underWay(): number {
    return this.#used - this.#freeCount
  }

  #grow(): void {
    const size = 2 * this.domain.length
    const widen = <T extends Int32Array | Float64Array>(grown: T, from: T): T => {
      grown.set(from)
      return grown
    }
    this.domain = widen(new Int32Array(size), this.domain)
    this.leg = widen(new Int32Array(size), this.leg)
    this.demand = widen(new Float64Array(size), this.demand)
    this.started = widen(new Float64Array(size), this.started)
    this.window = widen(new Int32Array(size), this.window)
    this.#free = widen(new Int32Array(size), this.#free)
  }
}
