/**
 * Who is boosted ahead of all others when an I/O event reaches it.
 *
 * `wake`: as every generation of Xen does it, a vCPU that wakes with credit left.
 * `always`: any vCPU that an event reaches, whether it wakes or waits for a pCPU, whatever its credit:
 * the "unconditional boost" that paper 1 compares with.
 */
export type BoostPolicy =
  | { policy: 'wake' }
  | { policy: 'always'; lasts?: BoostLasts }
  | LoanRedemption

/**
 * Until when a boost that Xen would not give keeps its rank; paper 1 does not say (inferred).
 * `dispatch`, the default: it brings the vCPU to a pCPU, where its own credit decides again.
 * `tick`: as Xen's boosts do, until a tick or an accounting finds it, or its run ends. A vCPU that never
 * stops then holds off Domain-0, which carries its packets, for the rest of the slice. Not the default
 * because it excludes the 86.2 Mbit/s that paper 1 measured under `always`.
 */
export type BoostLasts = 'dispatch' | 'tick'

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
