/** Of what the guests have together: 256 beside 5120, as the paper writes weights down. Our own. */
const LEAST_PER_GUESTS = 0.05
/** Room for what a recording did not see, such as a backup at night. Our own. */
const TIMES_ITS_USE = 2

/**
 * The part of a cpupool's credits that Domain-0 needs, 0 to 1: twice what it uses, and at least
 * 1/21. Credits follow the weights alone. Once a guest takes all the CPU that it can get, a Domain-0
 * that uses more than its part waits behind every guest, and so does every packet: on a real Xen, a
 * part of 1.3 % beside a use of 5 % made requests take seconds and lost some, and one of 4.8 % harmed
 * nobody (research/experiments/README.md, domain0).
 *
 * @param use CPU seconds per second of Domain-0; null where it was not measured
 * @param pCpus of the cpupool
 */
export function creditsDomain0Needs(use: number | null, pCpus: number): number {
  const least = LEAST_PER_GUESTS / (1 + LEAST_PER_GUESTS)
  return Math.min(1, Math.max(least, (TIMES_ITS_USE * (use ?? 0)) / pCpus))
}

/** The greatest sum of the guests' weights beside which Domain-0 has this part of the credits. */
export function mostGuestWeight(domain0Weight: number, credits: number): number {
  return Math.floor(domain0Weight * (1 / credits - 1) + 1e-6)
}
