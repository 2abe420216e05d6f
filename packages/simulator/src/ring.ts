/** First in, first out, of whole numbers; grows when full and allocates at no other time. */
export class Ring {
  size = 0
  #items = new Int32Array(16)
  #head = 0

  push(item: number): void {
    if (this.size === this.#items.length) this.#grow()
    this.#items[(this.#head + this.size++) & (this.#items.length - 1)] = item
  }

  /** Only when `size` > 0. */
  shift(): number {
    const item = this.#items[this.#head]!
    this.#head = (this.#head + 1) & (this.#items.length - 1)
    this.size--
    return item
  }

  #grow(): void {
    const items = new Int32Array(2 * this.#items.length)
    for (let index = 0; index < this.size; index++) {
      items[index] = this.#items[(this.#head + index) & (this.#items.length - 1)]!
    }
    this.#items = items
    this.#head = 0
  }
}
