import { SAME_SHARE, type ShareChange } from './share-change.ts'

/** A domain that may be given less, and down to which share of the guests' weights. */
interface Payer {
  domain: string
  leastShare: number
}

/** What a change may move at most. */
export interface ChangeBounds {
  /** The most by which one change moves the share of a domain. */
  largestStep: number
  /** The domains that may be given less. Null: every guest, down to `LEAST_SHARE`. */
  payers: readonly Payer[] | null
}

/**
 * The least share of any guest where a policy names none. Less hardly relieves anybody more, and more
 * hardly spares whoever pays: its work has to be done either way (docs/explanation/loop.md). Steps finer than the
 * papers' 0.05 are ours.
 */
export const LEAST_SHARE = 0.005

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
  bounds: ChangeBounds,
  shares: Readonly<Record<string, number>>,
): ShareRange[] {
  return Object.entries(shares).map(([domain, share]) => ({
    domain,
    minShare: Math.min(share, Math.max(leastShareOf(bounds, domain), share - bounds.largestStep)),
    maxShare: Math.min(1, share + bounds.largestStep),
  }))
}

/** The domains whose share would leave the bounds. */
export function beyondBounds(bounds: ChangeBounds, changes: readonly ShareChange[]): string[] {
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
function leastShareOf({ payers }: ChangeBounds, domain: string): number {
  if (payers === null) return LEAST_SHARE
  return payers.find((payer) => payer.domain === domain)?.leastShare ?? Number.POSITIVE_INFINITY
}
