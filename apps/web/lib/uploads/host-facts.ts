import type { FactOrigin, Host, HostFacts } from '@steelyard/contract'

type Fact = HostFacts['domains'][number]['weight']

/** Who said it, to follow "from": the file by name where there is one. */
export function originWords({ kind, path }: FactOrigin): string {
  switch (kind) {
    case 'operator':
      return 'your answer'
    case 'recording':
      return 'recording.json'
    case 'xl-output':
      return path ?? 'output of xl'
    case 'host':
      return 'the host, as it is now'
    case 'name':
      return 'its name'
  }
}

export function hasFacts({ scheduler, pCpus, domains, contradictions }: HostFacts): boolean {
  return Boolean(scheduler || pCpus) || domains.length > 0 || contradictions.length > 0
}

/**
 * The weight that counts unless the operator says another. The host may have been chosen after the
 * files were sent: what it says comes last in any case.
 */
export function knownWeight(facts: HostFacts, host: Host, domain: string): Fact {
  const told = facts.domains.find((each) => each.domain === domain)?.weight
  if (told && told.origin.kind !== 'host') return told
  const value = host.domains.find(({ name, gone }) => name === domain && !gone)?.weight
  return value ? { value, origin: { kind: 'host', path: null } } : null
}

export function knownWeightWords(fact: Fact): string {
  return fact
    ? `weight ${fact.value}, from ${originWords(fact.origin)}`
    : 'weight not known, 256 assumed'
}
