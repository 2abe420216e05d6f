export interface Claim {
  name: string
  weight: number
  /** pCPUs that it would use if it had the host for itself. */
  wanted: number
}

/**
 * Weighted max-min shares: nobody gets more than it wants, and what is left over goes to the others
 * by weight until all is given or nobody wants more. This is what a work-conserving scheduler that
 * keeps its promises gives in the long run.
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
