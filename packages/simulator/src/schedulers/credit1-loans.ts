import type { LoanTerms } from '../config/boost-policy.ts'
import type { UsedUpLoan } from '../results/loan-tally.ts'
import { type Clock, millisecond } from '../units.ts'

/** Credits that a running vCPU burns per millisecond. */
export const CREDITS_PER_MS = 10

/** Least loan: the CPU time between two ticks (inferred: the paper names no bound). */
const LEAST_LOAN_CREDITS = 100

const phase = { none: 0, consuming: 1, repaying: 2 } as const

/** Receives the events of the loans. */
export interface LoanLedger {
  loanUsedUp(v: number, loan: UsedUpLoan): void
  /** r_j: how long the repayment took, ns. */
  loanRepaid(v: number, ns: number): void
}

/**
 * Paper 1's loans, one at a time for each vCPU.
 *
 * As printed: the first delayed I/O event brings a loan of `creditLine`; delayed events boost; CPU
 * time while boosted is charged to the loan; a loan that is used up ends the boosts until all of it
 * is repaid by a share of the credits received each accounting period; the next is sized by eq (4).
 *
 * (inferred) An event is delayed when plain credit would not boost: the vCPU waits for a pCPU, or
 * wakes with its credit below zero. A boost that Xen gives anyway is not charged.
 * (inferred) The whole run that the boost started counts as boosted, until it or the loan ends:
 * Table 7 has cm = 9.2, nearly the 10 credits per ms of a vCPU that never blocks.
 * (inferred) How long the vCPU keeps the rank of the boost: `BoostLasts`.
 * (inferred) What the loan pays is not charged to the vCPU's own credit, or it would pay twice.
 * (inferred) The first loan is the credit line; k and the least loan. Idling does not change the
 * next loan.
 * (inferred) A vCPU that has left the accounting, because it hardly runs, repays with everything it
 * would receive. Xen gives it nothing, and a share of nothing would never repay. According to the
 * paper (III.2, III.3), an idle vCPU repays fast and a CPU- and I/O-intensive one slowly, because
 * fewer credits are left after it has run; an idle vCPU has all of them left.
 */
export class Credit1Loans {
  /** Whether the vCPU's current wait or run is on its loan. */
  readonly boosted: Uint8Array
  readonly #terms: LoanTerms
  readonly #clock: Clock
  readonly #ledger: LoanLedger
  readonly #phase: Uint8Array
  readonly #lent: Float64Array
  readonly #left: Float64Array
  readonly #owed: Float64Array
  readonly #boosts: Float64Array
  readonly #phaseSince: Float64Array
  /** Size of the next loan. */
  readonly #line: Float64Array
  /** Number of vCPUs that are repaying. */
  #repaying = 0

  constructor(vCpus: number, terms: LoanTerms, clock: Clock, ledger: LoanLedger) {
    this.#terms = terms
    this.#clock = clock
    this.#ledger = ledger
    this.boosted = new Uint8Array(vCpus)
    this.#phase = new Uint8Array(vCpus)
    this.#lent = new Float64Array(vCpus)
    this.#left = new Float64Array(vCpus)
    this.#owed = new Float64Array(vCpus)
    this.#boosts = new Float64Array(vCpus)
    this.#phaseSince = new Float64Array(vCpus)
    this.#line = new Float64Array(vCpus).fill(terms.creditLine)
  }

  /**
   * An I/O event is delayed.
   * @returns whether a loan boosts the vCPU
   */
  delayed(v: number): boolean {
    if (this.isRepaying(v)) return false
    if (this.#phase[v] === phase.none) this.#lend(v)
    this.boosted[v] = 1
    this.#boosts[v]!++
    return true
  }

  #lend(v: number): void {
    this.#enter(v, phase.consuming)
    this.#lent[v] = this.#line[v]!
    this.#left[v] = this.#line[v]!
    this.#boosts[v] = 0
  }

  #enter(v: number, entered: number): void {
    this.#phase[v] = entered
    this.#phaseSince[v] = this.#clock.now
  }

  /**
   * Charges the CPU time of a boosted run that ends now.
   * @returns the credits that the loan does not cover
   */
  charge(v: number, credits: number): number {
    const uncovered = credits - this.#left[v]!
    if (uncovered < 0) {
      this.#left[v]! -= credits
      return 0
    }
    this.#usedUp(v, this.#clock.now - (uncovered * millisecond) / CREDITS_PER_MS)
    return uncovered
  }

  #usedUp(v: number, at: number): void {
    const lentCredits = this.#lent[v]!
    const ns = at - this.#phaseSince[v]!
    this.boosted[v] = 0
    this.#left[v] = 0
    this.#owed[v] = lentCredits
    this.#repaying++
    this.#enter(v, phase.repaying)
    this.#phaseSince[v] = at
    this.#line[v] = this.#nextLine((lentCredits * millisecond) / ns)
    this.#ledger.loanUsedUp(v, { lentCredits, boosts: this.#boosts[v]!, ns })
  }

  /**
   * Eq (4), clamped between the least loan and the credit line.
   * @param cm credits per ms
   */
  #nextLine(cm: number): number {
    const { creditLine, sizing, sizingFactor } = this.#terms
    if (sizing === 'fixed') return creditLine
    const least = Math.min(LEAST_LOAN_CREDITS, creditLine)
    return Math.max(least, Math.min(creditLine, (sizingFactor * creditLine) / cm))
  }

  /** The vCPU leaves its pCPU or its queue, which ends the boost. */
  endBoost(v: number): void {
    this.boosted[v] = 0
  }

  anyRepaying(): boolean {
    return this.#repaying > 0
  }

  isRepaying(v: number): boolean {
    return this.#phase[v] === phase.repaying
  }

  /**
   * Takes the repayment from credits that are handed out, or would be if the vCPU were active.
   * @param share the part of them that goes into repayment
   * @returns what the vCPU may keep
   */
  repay(v: number, earned: number, share = this.#terms.repaymentShare): number {
    if (!this.isRepaying(v)) return earned
    const owed = this.#owed[v]!
    const part = Math.min(owed, earned * share)
    this.#owed[v] = owed - part
    if (part === owed) {
      this.#repaying--
      this.#ledger.loanRepaid(v, this.#clock.now - this.#phaseSince[v]!)
      this.#enter(v, phase.none)
    }
    return earned - part
  }
}
