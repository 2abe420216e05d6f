import type { Host } from './host.ts'
import { microsecond, millisecond } from './units.ts'
import type { VCpu } from './v-cpu.ts'

const initialCredit = 10 * millisecond
const minimumCredit = -initialCredit
const carriedOver = 0.5 * millisecond
export const migrationResistance = 500 * microsecond
export const migrationCompensation = 50 * microsecond

/** Credits in ns of the heaviest vCPU's time: it pays 1 per ns, a lighter one more. */
export class Credit2Credits {
  readonly #host: Host
  #maxWeight = 1

  constructor(host: Host) {
    this.#host = host
    for (const v of host.vCpus) v.credit = initialCredit
    this.weightsChanged()
  }

  weightsChanged(): void {
    this.#maxWeight = Math.max(...this.#host.domains.map(({ weight }) => weight))
  }

  burnsFrom(v: VCpu): void {
    v.burnFrom = this.#host.now
  }

  /** A running vCPU pays for the time since it last did. @returns that time, ns */
  burn(v: VCpu): number {
    const { now } = this.#host
    const ran = now - v.burnFrom
    if (ran <= 0) return 0
    v.burnFrom = now
    const price = this.#maxWeight / v.domain.weight
    const credit = v.credit - ran * price
    v.credit = credit < minimumCredit ? minimumCredit : credit
    return ran
  }

  /** How long these credits last, whole ns. */
  timeFor(credits: number, v: VCpu): number {
    return Math.ceil((credits * v.domain.weight) / this.#maxWeight)
  }

  /** Everyone gets the same again, so that `next` has some; little is carried over. */
  reset(v: VCpu, isLowest: boolean): void {
    const gain = isLowest ? 2 * initialCredit : initialCredit
    v.credit = Math.min(v.credit + gain, initialCredit + carriedOver)
  }

  isLowest(v: VCpu): boolean {
    return v.credit <= minimumCredit
  }
}
