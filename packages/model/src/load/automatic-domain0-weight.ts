/** Xen's greatest weight. */
const MOST_WEIGHT = 65_535

/** A domain with vCPUs that the credit scheduler counts as active: they have run of late. */
export interface ActiveDomain {
  weight: number
  activeVCpus: number
}

/**
 * The weight that the hypervisor of XCP-ng gives Domain-0 by itself under the credit scheduler, each
 * time that a vCPU becomes active or idle, or a weight is set: whatever stood there is lost. Weights
 * count once for each active vCPU. So each active vCPU of Domain-0 gets a pCPU of its own, and
 * Domain-0 at most half of all: its share of the credits is `min(active vCPUs / pCPUs, 1/2)`,
 * whatever the guests' weights. Source: `xen-scheduler-auto-privdom-weight.patch` of the sources of
 * XCP-ng's Xen (xcp-ng-rpms/xen), read and not tried.
 *
 * @param pCpus of the cpupool
 * @param domain0VCpus active ones of Domain-0
 * @param others the other active domains of the cpupool
 * @returns a whole number from 1 to 65535; null where the hypervisor leaves the weight as it is: one
 *   pCPU, nothing else active, or a weight that would be rounded down to 0
 */
export function automaticDomain0Weight(
  pCpus: number,
  domain0VCpus: number,
  others: readonly ActiveDomain[],
): number | null {
  const weights = others.reduce((sum, { weight, activeVCpus }) => sum + weight * activeVCpus, 0)
  if (pCpus < 2 || domain0VCpus < 1 || weights === 0) return null
  // Where its vCPUs exceed the other pCPUs, it weighs as much as all others together.
  const weight = Math.floor(weights / Math.max(pCpus - domain0VCpus, domain0VCpus))
  return weight === 0 ? null : Math.min(weight, MOST_WEIGHT)
}
