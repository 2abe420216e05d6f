/** Xen gives it to every domain that is created without one. */
export const DEFAULT_WEIGHT = 256

export const DOMAIN_0 = 'Domain-0'

/** A domain that competes for the CPU by its weight. */
export interface WeightedDomain {
  domain: string
  /** Null or left out where there is but one. */
  cpupool?: string | null
  weight: number
}

/**
 * The share of each domain: its weight among those of all domains of its cpupool, Domain-0 included,
 * 0 to 1. It is what Xen's scheduler gives a domain at least while all of them want to run.
 */
export function sharesOf(domains: readonly WeightedDomain[]): Map<string, number> {
  const sums = new Map<string | null, number>()
  for (const { cpupool = null, weight } of domains) {
    sums.set(cpupool, (sums.get(cpupool) ?? 0) + weight)
  }
  return new Map(
    domains.map(({ domain, cpupool = null, weight }) => {
      const sum = sums.get(cpupool)!
      return [domain, sum > 0 ? weight / sum : 0]
    }),
  )
}

/** Guests with Domain-0 before them, whose weight is Xen's default where nobody knows it. */
export function withDomain0<Guest extends WeightedDomain>(
  guests: readonly Guest[],
  domain0Weight: number | null | undefined,
): (Guest | WeightedDomain)[] {
  return [{ domain: DOMAIN_0, weight: domain0Weight ?? DEFAULT_WEIGHT }, ...guests]
}
