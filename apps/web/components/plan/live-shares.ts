export interface Weighed {
  domain: string
  cpupool: string | null
  weight: number
}

/** Share of each domain among the guests of its cpupool: paper 0, eq (4). */
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
