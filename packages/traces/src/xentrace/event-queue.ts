/**
 * Growing ring of the events of one pCPU: time (cycles) and two numbers each, 14 bytes an event.
 */
export class EventQueue {
  length = 0
  #head = 0
  #times = new Float64Array(64)
  #subjects = new Uint32Array(64)
  #kinds = new Uint16Array(64)

  push(time: number, subject: number, kind: number): void {
    if (this.length === this.#times.length) this.#grow()
    const at = (this.#head + this.length) & (this.#times.length - 1)
    this.#times[at] = time
    this.#subjects[at] = subject
    this.#kinds[at] = kind
    this.length++
  }

  /** Time of the first event; the queue must not be empty. */
  get time(): number {
    return this.#times[this.#head]!
  }

  get subject(): number {
    return this.#subjects[this.#head]!
  }

  get kind(): number {
    return this.#kinds[this.#head]!
  }

  drop(): void {
    this.#head = (this.#head + 1) & (this.#times.length - 1)
    this.length--
  }

  #grow(): void {
    const { length } = this
    const head = this.#head
    const size = length * 2
    const turned = <T extends Float64Array | Uint32Array | Uint16Array>(from: T, to: T): T => {
      to.set(from.subarray(head))
      to.set(from.subarray(0, head), length - head)
      return to
    }
    this.#times = turned(this.#times, new Float64Array(size))
    this.#subjects = turned(this.#subjects, new Uint32Array(size))
    this.#kinds = turned(this.#kinds, new Uint16Array(size))
    this.#head = 0
  }
}
