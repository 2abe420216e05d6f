import type { Host } from './host.ts'
import { microsecond, millisecond } from './units.ts'

const initialCredit = 10 * millisecond
const minimumCredit = -initialCredit
const carriedOver = 0.5 * millisecond
export const migrationResistance = 500 * microsecond
export const migrationCompensation = 50 * microsecond

/** Credits in ns of the heaviest vCPU's time: it pays 1 per ns, a lighter one more. */
export class Credit2Credits {
  readonly credit: Float64Array
  readonly #host: Host
  readonly #burnFrom: Float64Array
  #maxWeight = 1

  constructor(host: Host) {
    this.#host = host
    this.credit = new Float64Array(host.vCpus).fill(initialCredit)
    this.#burnFrom = new Float64Array(host.vCpus)
    this.weightsChanged()
  }

  weightsChanged(): void {
    this.#maxWeight = Math.max(...this.#host.weight)
  }

  burnsFrom(v: number): void {
    this.#burnFrom[v] = this.#host.clock[0]!
  }

  /** A running vCPU pays for the time since it last did. @returns that time, ns */
  burn(v: number): number {
    const now = this.#host.clock[0]!
    const ran = now - this.#burnFrom[v]!
    if (ran <= 0) return 0
    this.#burnFrom[v] = now
    const price = this.#maxWeight / this.#host.weight[this.#host.domainOf[v]!]!
    const credit = this.credit[v]! - ran * price
    this.credit[v] = credit < minimumCredit ? minimumCredit : credit
    return ran
  }

  /** How long these credits last, whole ns. */
  timeFor(credits: number, v: number): number {
    return Math.ceil((credits * this.#host.weight[this.#host.domainOf[v]!]!) / this.#maxWeight)
  }

  /** Everyone gets the same again, so that `next` has some; little is carried over. */
  reset(v: number, isLowest: boolean): void {
    const gain = isLowest ? 2 * initialCredit : initialCredit
    this.credit[v] = Math.min(this.credit[v]! + gain, initialCredit + carriedOver)
  }

  isLowest(v: number): boolean {
    return this.credit[v]! <= minimumCredit
  }
}
