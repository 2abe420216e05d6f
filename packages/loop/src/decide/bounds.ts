import { type Bounds, LEAST_SHARE, SAME_SHARE } from './loop-policy.ts'
import type { ShareChange } from './situation.ts'

/** Between which shares a domain must stay. Both ends include the share that it has. */
export interface ShareRange {
  domain: string
  minShare: number
  maxShare: number
}

/**
 * The bounds for each domain's new share, in the form in which an analysis takes them.
 * @param shares those that the guests have, by domain
 */
export function shareBounds(
  bounds: Bounds,
  shares: Readonly<Record<string, number>>,
): ShareRange[] {
  return Object.entries(shares).map(([domain, share]) => ({
    domain,
    minShare: Math.min(share, Math.max(leastShareOf(bounds, domain), share - bounds.largestStep)),
    maxShare: Math.min(1, share + bounds.largestStep),
  }))
}

/** The domains whose share would leave the bounds. */
export function beyondBounds(bounds: Bounds, changes: readonly ShareChange[]): string[] {
  const before = Object.fromEntries(changes.map((change) => [change.domain, change.shareBefore]))
  const ranges = new Map(shareBounds(bounds, before).map((range) => [range.domain, range]))
  return changes
    .filter(({ domain, shareAfter }) => {
      const { minShare, maxShare } = ranges.get(domain)!
      return shareAfter < minShare - SAME_SHARE || shareAfter > maxShare + SAME_SHARE
    })
    .map(({ domain }) => domain)
}

/** A domain that may not pay keeps at least what it has. */
function leastShareOf({ payers }: Bounds, domain: string): number {
  if (payers === null) return LEAST_SHARE
  return payers.find((payer) => payer.domain === domain)?.leastShare ?? Number.POSITIVE_INFINITY
}
