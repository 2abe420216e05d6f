import type { Domain, Host } from '@steelyard/contract'
import { DEFAULT_WEIGHT, DOMAIN_0 } from '@steelyard/contract/plain'
import { isGuest } from '../../../lib/is-guest.ts'
import { competingWeights, statedDomains } from '../../../lib/stated-domains.ts'

export interface HandSetDomain {
  name: string
  cpupool: string | null
  weight: number
  cap: number
  maxCap: number
}

/** The domains whose weights can be set: those that still exist, except Domain-0. */
export function settableDomains(host: Host): HandSetDomain[] {
  return statedDomains(host)
    .filter((domain) => !domain.gone && isGuest(domain))
    .map(handSetOf)
}

/** Domain-0 as the scheduler counts it: its weight is fixed, but it takes part in every share. */
export function fixedDomain(host: Host): Omit<HandSetDomain, 'cap' | 'maxCap'> {
  const { domain, ...known } = competingWeights(host).find((each) => each.domain === DOMAIN_0)!
  return { name: domain, ...known }
}

function handSetOf(domain: Domain): HandSetDomain {
  return {
    name: domain.name,
    cpupool: domain.cpupool,
    weight: domain.weight ?? DEFAULT_WEIGHT,
    cap: domain.cap ?? 0,
    maxCap: maxCapOf(domain),
  }
}

function maxCapOf({ vCpus }: Domain): number {
  return 100 * (vCpus ?? 128)
}

/** Requests only the values that differ from the host's. */
export function changedWeights(
  domains: readonly HandSetDomain[],
  values: { rows: readonly { weight: number; cap: number }[] },
) {
  return domains.flatMap((domain, index) => {
    const row = values.rows[index]
    if (!row) return []
    const capChanged = row.cap !== domain.cap
    if (row.weight === domain.weight && !capChanged) return []
    return [{ domain: domain.name, weight: row.weight, ...(capChanged ? { cap: row.cap } : {}) }]
  })
}
