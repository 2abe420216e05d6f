/** A clock of hosts, which may run faster than ours so that tests need not wait for samples. */
export class DoubleClock {
  readonly #startedAt = Date.now()
  readonly #start: number
  readonly #speed: number
  #ahead = 0

  /** @param start Unix time in seconds at which it begins */
  constructor(start: number, speed: number) {
    this.#start = start
    this.#speed = speed
  }

  /** Unix time in seconds. */
  get now(): number {
    return this.#start + ((Date.now() - this.#startedAt) / 1000) * this.#speed + this.#ahead
  }

  advance(seconds: number): void {
    this.#ahead += seconds
  }
}
