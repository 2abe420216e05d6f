import { DOMAIN_0, sharesOf, withDomain0 } from '@steelyard/contract/plain'

interface Change {
  domain: string
  weightBefore: number
  weightAfter: number
}

interface Shares {
  shareBefore: number
  shareAfter: number
}

/**
 * Changes of weights with the shares that they stand for, and those of Domain-0, whose weight stays.
 * What earlier versions stored as shares left Domain-0 out.
 */
export function withShares<Own extends Change>(
  changes: readonly Own[],
  domain0Weight: number | null | undefined,
): { domain0: Shares; changes: (Own & Shares)[] } {
  const sharesBy = (weight: 'weightBefore' | 'weightAfter') =>
    sharesOf(
      withDomain0(
        changes.map((each) => ({ domain: each.domain, weight: each[weight] })),
        domain0Weight,
      ),
    )
  const [before, after] = [sharesBy('weightBefore'), sharesBy('weightAfter')]
  const ofDomain = (domain: string) => ({
    shareBefore: before.get(domain)!,
    shareAfter: after.get(domain)!,
  })
  return {
    domain0: ofDomain(DOMAIN_0),
    changes: changes.map((change) => ({ ...change, ...ofDomain(change.domain) })),
  }
}
