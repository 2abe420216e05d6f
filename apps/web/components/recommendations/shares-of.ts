import { DOMAIN_0, type HostRecommendation, sharesOf, withDomain0 } from '@steelyard/contract'

type Change = HostRecommendation['changes'][number]
type Shared = Pick<HostRecommendation, 'changes' | 'domain0Weight'>

interface Shares {
  shareBefore: number
  shareAfter: number
}

/** Each change with the shares that it stands for, and Domain-0's, whose weight stays. */
export function withShares({ changes, domain0Weight }: Shared): {
  domain0: Shares
  changes: (Change & Shares)[]
} {
  const [before, after] = (['weightBefore', 'weightAfter'] as const).map((weight) =>
    sharesOf(
      withDomain0(
        changes.map((each) => ({ domain: each.domain, weight: each[weight] })),
        domain0Weight,
      ),
    ),
  )
  const ofDomain = (domain: string) => ({
    shareBefore: before!.get(domain)!,
    shareAfter: after!.get(domain)!,
  })
  return {
    domain0: ofDomain(DOMAIN_0),
    changes: changes.map((change) => ({ ...change, ...ofDomain(change.domain) })),
  }
}
