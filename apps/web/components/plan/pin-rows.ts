import type { Domain, Host, WantedPin } from '@steelyard/contract'
import { formatItems } from '@steelyard/contract/format'
import { isGuest } from '../../lib/is-guest.ts'
import { readPCpus } from '../../lib/p-cpus.ts'

export interface PinnableDomain {
  name: string
  isDomain0: boolean
  vCpus: number | null
  cpupool: string
  /** The affinity as xl prints it; where the vCPUs differ, all of them joined by " / ". */
  affinity: string
  /** The pCPUs of the domain's cpupool. */
  pCpus: readonly number[]
}

/** The domains whose vCPUs can be pinned. Empty while the host has not been read. */
export function pinnableDomains(host: Host): PinnableDomain[] {
  const pools = new Map(host.schedulerParameters.map(({ cpupool, pCpus }) => [cpupool, pCpus]))
  return host.domains.flatMap(({ name, vCpus, cpupool, affinity, gone }: Domain) => {
    const pCpus = cpupool === null ? null : pools.get(cpupool)
    if (gone || cpupool === null || !affinity || !pCpus) return []
    const isDomain0 = !isGuest({ name })
    return [{ name, isDomain0, vCpus, cpupool, affinity: affinity.join(' / '), pCpus }]
  })
}

/** What is wrong with pCPUs as they were typed; null if nothing is. */
export function pinFault(text: string, domain: PinnableDomain | undefined): string | null {
  if (!domain || text === domain.affinity) return null
  const wanted = readPCpus(text)
  if (wanted === null) return 'all, or a list such as 0-1,3'
  const outside = wanted === 'all' ? [] : wanted.filter((each) => !domain.pCpus.includes(each))
  return outside.length === 0
    ? null
    : `${domain.cpupool} has no pCPU ${formatItems(outside.map(String))}`
}

/** Requests only the pins that differ from the host's. */
export function changedPins(
  domains: readonly PinnableDomain[],
  rows: readonly { pCpus: string }[],
): WantedPin[] {
  return domains.flatMap(({ name, affinity }, index) => {
    const text = rows[index]?.pCpus ?? affinity
    const pCpus = text === affinity ? null : readPCpus(text)
    return pCpus === null ? [] : [{ domain: name, pCpus }]
  })
}
