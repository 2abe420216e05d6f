/** A growing list of numbers that takes 8 bytes for each. */
export class NumberList {
  #values = new Float64Array(1024)
  #length = 0

  add(value: number): void {
    if (this.#length === this.#values.length) {
      const longer = new Float64Array(this.#length * 2)
      longer.set(this.#values)
      this.#values = longer
    }
    this.#values[this.#length++] = value
  }

  sorted(): Float64Array {
    return this.#values.slice(0, this.#length).sort()
  }
}
