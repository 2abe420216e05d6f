import type { Domain, GrantBounds, Host } from '@steelyard/contract'
import { formatShare, formatTargetMs } from '@steelyard/contract/format'
import { DEFAULT_WEIGHT, DOMAIN_0, LEAST_SHARE } from '@steelyard/contract/plain'
import { isGuest } from '../../lib/is-guest.ts'

/** A guest that may be given less, and what that costs it at most. */
export interface PayingGuest {
  domain: string
  /** Domain-0 counts; null where the guests' weights are not known. */
  share: number | null
  /** Part of the guests' weights where the shares are not known. */
  leastShare: number
  /** How slow it may become. Null: as slow as it gets. */
  softTargetMs: number | null
  /** Whether it has a target, and so gives only what others gain more by. */
  isPromised: boolean
}

/** Who may be given less on a host: those without a target first, who pay at once. */
export function payersOf(
  { domains }: Pick<Host, 'domains'>,
  { payers }: Pick<GrantBounds, 'payers'>,
): PayingGuest[] {
  const guests = domains.filter((each) => isGuest(each) && !each.gone)
  const sum = guests.reduce((total, { weight }) => total + (weight ?? 0), 0)
  const isKnown = guests.every(({ weight }) => weight !== null)
  const domain0 = domains.find(({ name, gone }) => name === DOMAIN_0 && !gone)
  const all = sum + (domain0?.weight ?? DEFAULT_WEIGHT)
  return guests
    .flatMap((guest): PayingGuest[] => {
      const named = payers?.find(({ domain }) => domain === guest.name)
      if (payers !== null && !named) return []
      // A policy bounds the part of the guests' weights. Where the loop raises their sum beside
      // Domain-0, the least share is greater than this.
      const leastPart = named?.leastShare ?? LEAST_SHARE
      return [
        payingGuest(
          guest,
          isKnown
            ? { share: guest.weight! / all, leastShare: (leastPart * sum) / all }
            : { share: null, leastShare: leastPart },
        ),
      ]
    })
    .toSorted((one, other) => Number(one.isPromised) - Number(other.isPromised))
}

function payingGuest(
  { name, target: { responseTimeMs, isSoft } }: Domain,
  shares: Pick<PayingGuest, 'share' | 'leastShare'>,
): PayingGuest {
  return {
    domain: name,
    ...shares,
    softTargetMs: isSoft ? responseTimeMs : null,
    isPromised: responseTimeMs !== null && !isSoft,
  }
}

/** Who pays, how far, and what holds it back, in a sentence. */
export function payerWords({ domain, share, ...payer }: PayingGuest): string {
  const least = formatShare(payer.leastShare)
  const falls =
    share === null
      ? `down to ${least} of the guests’ weights`
      : share > payer.leastShare
        ? `share from ${formatShare(share)} down to ${least}`
        : `keeps its share of ${formatShare(share)}`
  if (payer.isPromised) return `${domain} has a target: ${falls}, where nobody else can pay.`
  return payer.softTargetMs === null
    ? `${domain} has no target: ${falls}, however slow it becomes.`
    : `${domain}: ${falls}, and no slower than its soft target of ${formatTargetMs(payer.softTargetMs)} where that is enough for the others.`
}
