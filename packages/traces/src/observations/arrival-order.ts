const CAPACITY = 2048

/**
 * Sorts almost ordered arrival times with bounded memory. Servers log a request when it ends, so a
 * slow one comes after faster ones that arrived later. An arrival too late for the buffer is only
 * counted; it is still an arrival, but has no place in the sequence of gaps.
 */
export class ArrivalOrder {
  late = 0
  readonly #held = new Float64Array(CAPACITY)
  #size = 0
  #emitted = Number.NEGATIVE_INFINITY
  readonly #emit: (time: number) => void

  constructor(emit: (time: number) => void) {
    this.#emit = emit
  }

  push(time: number): void {
    if (time < this.#emitted) {
      this.late++
      return
    }
    const held = this.#held
    let at = this.#size
    while (at > 0 && held[at - 1]! > time) {
      held[at] = held[at - 1]!
      at--
    }
    held[at] = time
    if (++this.#size === held.length) this.#release(CAPACITY / 2)
  }

  flush(): void {
    this.#release(this.#size)
  }

  #release(count: number): void {
    for (let i = 0; i < count; i++) this.#emit(this.#held[i]!)
    if (count > 0) this.#emitted = this.#held[count - 1]!
    this.#held.copyWithin(0, count, this.#size)
    this.#size -= count
  }
}
