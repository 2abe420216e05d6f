/**
 * The next thing that happens. Every source of events (a pCPU, a domain's arrivals, a timer of the
 * scheduler) has one slot with the time of its next event, Infinity for none; a winner tree keeps
 * the earliest on top, ties going to the lower slot. Nothing is allocated after construction.
 */
export class EventQueue {
  readonly #times: Float64Array
  readonly #winners: Int32Array
  readonly #leaves: number

  constructor(slots: number) {
    this.#leaves = 2 ** Math.ceil(Math.log2(slots))
    this.#times = new Float64Array(this.#leaves).fill(Number.POSITIVE_INFINITY)
    this.#winners = new Int32Array(2 * this.#leaves)
    for (let leaf = 0; leaf < this.#leaves; leaf++) this.#winners[this.#leaves + leaf] = leaf
    for (let node = this.#leaves - 1; node >= 1; node--) {
      this.#winners[node] = this.#winners[2 * node]!
    }
  }

  /** When the slot's next event is due, replacing what was set before. */
  set(slot: number, time: number): void {
    if (this.#times[slot] === time) return
    this.#times[slot] = time
    this.#play(slot)
  }

  /** Decides anew all that the slot may win. */
  #play(slot: number): void {
    const times = this.#times
    const winners = this.#winners
    let node = (this.#leaves + slot) >> 1
    while (node >= 1) {
      const left = winners[2 * node]!
      const right = winners[2 * node + 1]!
      const winner = times[left]! <= times[right]! ? left : right
      // Above this node nothing has changed: another slot was, and is, the earliest below it.
      if (winner === winners[node] && winner !== slot) return
      winners[node] = winner
      node >>= 1
    }
  }

  /** The slot whose event is due first. */
  first(): number {
    return this.#winners[1]!
  }

  /** When that is. */
  firstTime(): number {
    return this.#times[this.#winners[1]!]!
  }
}
