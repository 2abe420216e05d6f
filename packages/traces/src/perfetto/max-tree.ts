/** Numbers by index; finds the next one that is large enough in logarithmic time. */
export class MaxTree {
  /** The root is 1, the children of `i` are `2i` and `2i + 1`; each holds the larger of its children. */
  readonly #nodes: Float64Array
  readonly #size: number

  constructor(values: readonly number[]) {
    this.#size = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)))
    this.#nodes = new Float64Array(2 * this.#size).fill(Number.NEGATIVE_INFINITY)
    this.#nodes.set(values, this.#size)
    for (let node = this.#size - 1; node > 0; node--) this.#nodes[node] = this.#largerChild(node)
  }

  set(index: number, value: number): void {
    const leaf = this.#size + index
    this.#nodes[leaf] = value
    for (let node = leaf >> 1; node > 0; node >>= 1) this.#nodes[node] = this.#largerChild(node)
  }

  /**
   * @param isEnough holds for every number above one for which it holds, and not for `-Infinity`
   * @returns the first index, from the given one on, of a number that is large enough; -1 for none
   */
  next(from: number, isEnough: (value: number) => boolean): number {
    if (from >= this.#size) return -1
    let node = this.#size + from
    while (!isEnough(this.#nodes[node]!)) {
      // What lies to the right of a right child begins beside its parent.
      while (node % 2 === 1) node >>= 1
      if (node === 0) return -1
      node++
    }
    while (node < this.#size) node = isEnough(this.#nodes[2 * node]!) ? 2 * node : 2 * node + 1
    return node - this.#size
  }

  #largerChild(node: number): number {
    return Math.max(this.#nodes[2 * node]!, this.#nodes[2 * node + 1]!)
  }
}
