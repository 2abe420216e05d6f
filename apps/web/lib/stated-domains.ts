import type { Domain, Host } from '@steelyard/contract'
import { DEFAULT_WEIGHT, DOMAIN_0 } from '@steelyard/contract/plain'

/** The domains of a host, with what files state of them where the host itself was never read. */
export function statedDomains({ domains, recordedFacts }: Host): Domain[] {
  return domains.map((domain) => {
    const told = recordedFacts?.facts.domains.find((each) => each.domain === domain.name)
    if (!told) return domain
    return {
      ...domain,
      weight: domain.weight ?? told.weight?.value ?? null,
      cap: domain.cap ?? told.cap?.value ?? null,
      vCpus: domain.vCpus ?? told.vCpus?.value ?? null,
    }
  })
}

/**
 * The weights that compete on a host, Domain-0's among them, also those of domains that only files
 * name. Domain-0 has Xen's default weight where nothing says its own.
 */
export function competingWeights(
  host: Host,
): { domain: string; cpupool: string | null; weight: number }[] {
  const known = knownWeights(host)
  if (known.some(({ domain }) => domain === DOMAIN_0)) return known
  return [
    {
      domain: DOMAIN_0,
      cpupool: host.domains.find(({ gone }) => !gone)?.cpupool ?? null,
      weight: DEFAULT_WEIGHT,
    },
    ...known,
  ]
}

/** Whether Domain-0 counts with Xen's default weight. */
export function assumesDomain0(host: Host): boolean {
  return !knownWeights(host).some(({ domain }) => domain === DOMAIN_0)
}

function knownWeights(host: Host) {
  const listed = statedDomains(host)
  const others = (host.recordedFacts?.facts.domains ?? [])
    .filter(({ domain }) => !listed.some(({ name }) => name === domain))
    .map(({ domain, weight }) => ({ domain, cpupool: null, weight: weight?.value ?? null }))
  return [
    // Domains that are gone no longer compete for the CPU.
    ...listed
      .filter(({ gone }) => !gone)
      .map(({ name, cpupool, weight }) => ({ domain: name, cpupool, weight })),
    ...others,
  ].flatMap(({ weight, ...each }) => (weight === null ? [] : [{ ...each, weight }]))
}
