/**
 * Finds the next event. Every source of events (a pCPU, a domain's arrivals, a timer of the
 * scheduler) has one slot with the time of its next event, Infinity for none. A winner tree keeps
 * the earliest on top; ties go to the lower slot. Nothing is allocated after construction.
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

  /** Sets the time of the slot's next event, replacing the previous one. */
  set(slot: number, time: number): void {
    if (this.#times[slot] === time) return
    this.#times[slot] = time
    this.#play(slot)
  }

  /** Replays all matches on the slot's path to the root. */
  #play(slot: number): void {
    const times = this.#times
    const winners = this.#winners
    let node = (this.#leaves + slot) >> 1
    while (node >= 1) {
      const left = winners[2 * node]!
      const right = winners[2 * node + 1]!
      const winner = times[left]! <= times[right]! ? left : right
      // Nothing changes above this node: another slot is still the earliest below it.
      if (winner === winners[node] && winner !== slot) return
      winners[node] = winner
      node >>= 1
    }
  }

  /** The slot whose event is due first. */
  first(): number {
    return this.#winners[1]!
  }

  /** The time of the first event. */
  firstTime(): number {
    return this.#times[this.#winners[1]!]!
  }
}
