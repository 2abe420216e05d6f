import type { Rejection } from '../reading/tally.ts'
import { type CpuShares, meanOf } from './shares.ts'

/** The rows of one moment: that of all vCPUs together, those of single ones, or both. */
type Moment = { shares: CpuShares } | Rejection

/** The names for all vCPUs together in `sar`, `mpstat` and `sadf -j`, and in `sadf -d`. */
const ALL = new Set(['all', '-1'])

/**
 * Collects the rows of one moment. `-P` lists single vCPUs: where there is a row of all of them, it
 * counts; else their mean counts, provided that none is missing.
 */
export class CpuRows {
  #all: CpuShares | Rejection | null = null
  readonly #single = new Map<string, CpuShares>()
  #bad: Rejection | null = null
  count = 0

  /** @param shares of a row that cannot be read, why: what it says does not count */
  add(cpu: string, shares: CpuShares | Rejection): void {
    this.count++
    if (isAll(cpu)) this.#all ??= shares
    else if ('reason' in shares) this.#bad ??= shares
    else if (/^\d{1,4}$/.test(cpu)) this.#single.set(cpu, shares)
  }

  momentOf(vCpus: number): Moment {
    if (this.#all) return 'reason' in this.#all ? this.#all : { shares: this.#all }
    // An offline vCPU has shares of nothing.
    if (this.#bad && this.#single.size < vCpus) return this.#bad
    const single = [...this.#single]
    if (single.length === vCpus) return { shares: meanOf(single.map(([, shares]) => shares)) }
    const named = single.map(([cpu]) => cpu).join(', ')
    return {
      reason: `there is no row for all CPUs, and of the guest's ${vCpus} vCPUs only number ${named.slice(0, 60)} has one`,
      expected: 'the CPU use of all vCPUs: record again without -P, or with -P ALL',
    }
  }

  /**
   * How many vCPUs there are, if rows of all and of each show it: their mean is what the row of all
   * says. Null where it is not, because some are missing.
   */
  vCpus(): number | null {
    if (!this.#all || 'reason' in this.#all || this.#single.size === 0) return null
    const mean = meanOf([...this.#single.values()])
    return Math.abs(mean.idle - this.#all.idle) < SAME &&
      Math.abs(mean.used - this.#all.used) < SAME
      ? this.#single.size
      : null
  }
}

/** Rounding, and that the kernel reads one counter after the other. */
const SAME = 1

export function isAll(cpu: string): boolean {
  return ALL.has(cpu)
}
