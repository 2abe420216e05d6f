import type { LoanResult } from './twin-result.ts'

/** A loan that is used up: p_j of paper 1's figure 4. */
export interface UsedUpLoan {
  lentCredits: number
  /** n: how often the vCPU was boosted. */
  boosts: number
  /** t: from the grant of the loan until it was used up, ns. */
  ns: number
}

/** Sums over the loans of one domain. */
export class LoanTally {
  #usedUp = 0
  #lent = 0
  #boosts = 0
  #usedNs = 0
  #mostCreditsPerMs = 0
  #repaid = 0
  #repaidNs = 0

  usedUp({ lentCredits, boosts, ns }: UsedUpLoan): void {
    this.#usedUp++
    this.#lent += lentCredits
    this.#boosts += boosts
    this.#usedNs += ns
    this.#mostCreditsPerMs = Math.max(this.#mostCreditsPerMs, lentCredits / (ns / 1e6))
  }

  repaid(ns: number): void {
    this.#repaid++
    this.#repaidNs += ns
  }

  result(): LoanResult {
    const ratio = (sum: number, count: number) => (count === 0 ? null : sum / count)
    return {
      usedUp: this.#usedUp,
      meanLentCredits: ratio(this.#lent, this.#usedUp),
      creditsPerBoost: ratio(this.#lent, this.#boosts),
      boostsPerMs: ratio(this.#boosts, this.#usedNs / 1e6),
      creditsPerMs: ratio(this.#lent, this.#usedNs / 1e6),
      mostCreditsPerMs: this.#usedUp === 0 ? null : this.#mostCreditsPerMs,
      repaid: this.#repaid,
      meanRepaymentSeconds: ratio(this.#repaidNs / 1e9, this.#repaid),
    }
  }
}
