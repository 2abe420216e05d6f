/**
 * Who is boosted ahead of all others when an I/O event reaches it.
 *
 * `wake`: as every generation of Xen does it, a vCPU that wakes with credit left.
 * `always`: any vCPU that an event reaches, whether it wakes or waits for a pCPU, whatever its credit:
 * the "unconditional boost" that paper 1 compares with. The paper does not say for how long. Here
 * (inferred) until the vCPU is dispatched, from when its own credit decides again: a boost that lasted
 * would hold off Domain-0, which carries the packets, and exclude the 86.2 Mbit/s of the paper.
 */
export type BoostPolicy = { policy: 'wake' } | { policy: 'always' } | LoanRedemption

/**
 * Paper 1 (Smart Media Journal 5(4), 2016), "loan / redemption": boosts beyond `wake` are paid from a
 * loan of credits and stop while it is paid back. Not in stock Xen. `Credit1Loans` has the rules.
 */
export interface LoanRedemption {
  policy: 'loan-redemption'
  /** Credits lent at first and at most; 10 credits are a millisecond of CPU. Default 1000. */
  creditLine?: number
  /** Part of the credits received each accounting period that goes into repayment. Default 0.2. */
  repaymentShare?: number
  /** How the next loan is sized: by eq (4), the default, or the credit line again. */
  sizing?: 'fixed' | 'inverse-intensity'
  /** k of eq (4), next loan = k * creditLine / cm; the paper prints "proportional" (inferred). Default 3. */
  sizingFactor?: number
}

export type LoanTerms = Required<Omit<LoanRedemption, 'policy'>>

export function loanTerms(policy: LoanRedemption): LoanTerms {
  const { creditLine, repaymentShare, sizing, sizingFactor } = policy
  return {
    creditLine: creditLine ?? 1000,
    repaymentShare: repaymentShare ?? 0.2,
    sizing: sizing ?? 'inverse-intensity',
    sizingFactor: sizingFactor ?? 3,
  }
}
