export interface Weighed {
  domain: string
  cpupool: string | null
  weight: number
}

/**
 * The share of each domain among all weights of its cpupool, as Xen's scheduler divides it.
 * Domain-0 counts there too, unlike in eq (4) of paper 0, which an analysis follows by default.
 */
export function liveShares(domains: readonly Weighed[]): Map<string, number> {
  const totals = new Map<string | null, number>()
  for (const { cpupool, weight } of domains) {
    totals.set(cpupool, (totals.get(cpupool) ?? 0) + weight)
  }
  return new Map(
    domains.map(({ domain, cpupool, weight }) => {
      const total = totals.get(cpupool) ?? 0
      return [domain, total > 0 ? weight / total : 0]
    }),
  )
}
