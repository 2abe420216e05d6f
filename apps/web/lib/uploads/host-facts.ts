import type { FactOrigin, Host, HostExperiments, HostFacts } from '@steelyard/contract'
import { formatCount, formatItems, formatWholePercent } from '@steelyard/contract/format'

type Fact = HostFacts['domains'][number]['weight']

/** The source of a fact, to follow "from": the file's name where there is one. */
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

export function hasFacts({ domains, contradictions, ...ofHost }: HostFacts): boolean {
  return Object.values(ofHost).some(Boolean) || domains.length > 0 || contradictions.length > 0
}

/**
 * The weight that applies unless the operator sets another. The host's own value comes last in any
 * case, because the host may have been chosen after the files were sent.
 */
export function knownWeight(facts: HostFacts, host: Host | null, domain: string): Fact {
  const told = facts.domains.find((each) => each.domain === domain)?.weight
  if (told && told.origin.kind !== 'host') return told
  const value = host?.domains.find(({ name, gone }) => name === domain && !gone)?.weight
  return value ? { value, origin: { kind: 'host', path: null } } : null
}

export function knownWeightWords(fact: Fact): string {
  return fact
    ? `weight ${formatCount(fact.value)}, from ${originWords(fact.origin)}`
    : 'weight not known, 256 assumed'
}

/** What the hypervisor for experiments does beyond Xen. */
export function experimentWords({ boost, loan, realTimeWeight }: HostExperiments): string {
  const boosts = {
    wake: 'boosts as in Xen',
    always: 'every delayed I/O event boosts',
    loan: `boosts on loans of ${formatCount(loan.credits)} credits, repaid with ${formatWholePercent(loan.share)} of the credits received`,
  }[boost]
  const order =
    realTimeWeight === null
      ? 'no real-time guests'
      : `guests of weight ${formatCount(realTimeWeight)} go first`
  return formatItems([boosts, order, 'RTDS available'])
}
