import type { Host } from '../host/host.ts'
import type { VCpu } from '../host/v-cpu.ts'
import { microsecond, millisecond } from '../units.ts'

const INITIAL_CREDIT = 10 * millisecond
const minimumCredit = -INITIAL_CREDIT
const CARRIED_OVER = 0.5 * millisecond
export const MIGRATION_RESISTANCE = 500 * microsecond
export const MIGRATION_COMPENSATION = 50 * microsecond

/** Credits in ns of the heaviest vCPU's time: it pays 1 per ns, a lighter one more. */
export class Credit2Credits {
  readonly #host: Host
  #MAX_WEIGHT = 1

  constructor(host: Host) {
    this.#host = host
    for (const v of host.vCpus) v.credit = INITIAL_CREDIT
    this.weightsChanged()
  }

  weightsChanged(): void {
    this.#MAX_WEIGHT = Math.max(...this.#host.domains.map(({ weight }) => weight))
  }

  burnsFrom(v: VCpu): void {
    v.burnFrom = this.#host.now
  }

  /**
   * Charges a running vCPU for the time since it was last charged.
   * @returns that time, ns
   */
  burn(v: VCpu): number {
    const { now } = this.#host
    const ran = now - v.burnFrom
    if (ran <= 0) return 0
    v.burnFrom = now
    const price = this.#MAX_WEIGHT / v.domain.weight
    const credit = v.credit - ran * price
    v.credit = credit < minimumCredit ? minimumCredit : credit
    return ran
  }

  /** How long these credits last, whole ns. */
  timeFor(credits: number, v: VCpu): number {
    return Math.ceil((credits * v.domain.weight) / this.#MAX_WEIGHT)
  }

  /**
   * Gives every vCPU the same amount, so that `next` has credit again; only a little is carried
   * over.
   */
  reset(v: VCpu, isLowest: boolean): void {
    const gain = isLowest ? 2 * INITIAL_CREDIT : INITIAL_CREDIT
    v.credit = Math.min(v.credit + gain, INITIAL_CREDIT + CARRIED_OVER)
  }

  isLowest(v: VCpu): boolean {
    return v.credit <= minimumCredit
  }
}
