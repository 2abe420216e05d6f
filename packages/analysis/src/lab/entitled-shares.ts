interface Claim {
  name: string
  weight: number
  /** Number of pCPUs that it would use if it had the host to itself. */
  wanted: number
}

/**
 * Weighted max-min shares: no domain gets more than it wants, and the remainder goes to the others
 * by weight until everything is allocated or every demand is met. A work-conserving scheduler that
 * keeps its promises converges to these shares.
 * @returns pCPUs by name
 */
export function entitledShares(pCpus: number, claims: readonly Claim[]): Map<string, number> {
  const shares = new Map<string, number>()
  let left = pCpus
  let open = [...claims].sort((a, b) => a.wanted / a.weight - b.wanted / b.weight)
  while (open.length > 0) {
    const [least] = open as [Claim, ...Claim[]]
    const weights = open.reduce((sum, { weight }) => sum + weight, 0)
    const perWeight = left / weights
    if (least.wanted > least.weight * perWeight) {
      for (const { name, weight } of open) shares.set(name, weight * perWeight)
      break
    }
    shares.set(least.name, least.wanted)
    left -= least.wanted
    open = open.slice(1)
  }
  return shares
}
