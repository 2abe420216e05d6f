/**
 * Which vCPUs an I/O event boosts ahead of all others.
 *
 * `wake`: as in every generation of Xen, a vCPU that wakes with credit left.
 * `always`: any vCPU that an event reaches, whether it wakes or waits for a pCPU, whatever its
 * credit: the "unconditional boost" that paper 1 compares with.
 */
export type BoostPolicy =
  | { policy: 'wake' }
  | { policy: 'always'; lasts?: BoostLasts }
  | LoanRedemption

/**
 * How long a boost that Xen would not give keeps its rank; paper 1 does not say (inferred).
 * `dispatch`, the default: it brings the vCPU to a pCPU, where the vCPU's own credit decides again.
 * `tick`: like Xen's boosts, until a tick or an accounting finds it, or its run ends. A vCPU that
 * never blocks then delays Domain-0, which carries its packets, for the rest of the slice. It is
 * not the default because it excludes the 86.2 Mbit/s that paper 1 measured under `always`.
 * `loan`: until the loan is used up, if there is one, or the vCPU blocks.
 */
export type BoostLasts = 'dispatch' | 'tick' | 'loan'

/**
 * "Loan / redemption" of paper 1 (Smart Media Journal 5(4), 2016): boosts beyond `wake` are charged
 * to a loan of credits and stop while it is being repaid. Not in stock Xen. `Credit1Loans` has the
 * rules.
 */
export interface LoanRedemption {
  policy: 'loan-redemption'
  /**
   * Size of the first loan and upper limit of all; 10 credits are a millisecond of CPU. Default
   * 1000.
   */
  creditLine?: number
  /**
   * Part of the credits received in each accounting period that goes into repayment. Default 0.2.
   */
  repaymentShare?: number
  /** Size of the next loan: by eq (4), the default, or the credit line again. */
  sizing?: 'fixed' | 'inverse-intensity'
  /**
   * k of eq (4), next loan = k creditLine / cm; the paper prints only "proportional" (inferred).
   * Default 3.
   */
  sizingFactor?: number
  lasts?: BoostLasts
}

export type LoanTerms = Required<Omit<LoanRedemption, 'policy' | 'lasts'>>

export function loanTerms(policy: LoanRedemption): LoanTerms {
  const { creditLine, repaymentShare, sizing, sizingFactor } = policy
  return {
    creditLine: creditLine ?? 1000,
    repaymentShare: repaymentShare ?? 0.2,
    sizing: sizing ?? 'inverse-intensity',
    sizingFactor: sizingFactor ?? 3,
  }
}
