/** A first-in, first-out queue that allocates only when it grows. */
export class Ring<T> {
  size = 0
  #items = new Array<T>(16)
  #head = 0

  push(item: T): void {
    if (this.size === this.#items.length) this.#grow()
    this.#items[(this.#head + this.size++) & (this.#items.length - 1)] = item
  }

  /** null when it is empty. */
  shift(): T | null {
    if (this.size === 0) return null
    const item = this.#items[this.#head]!
    this.#head = (this.#head + 1) & (this.#items.length - 1)
    this.size--
    return item
  }

  #grow(): void {
    const items = new Array<T>(2 * this.#items.length)
    for (let index = 0; index < this.size; index++) {
      items[index] = this.#items[(this.#head + index) & (this.#items.length - 1)]!
    }
    this.#items = items
    this.#head = 0
  }
}
