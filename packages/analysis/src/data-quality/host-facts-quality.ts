import { valueFor } from '@steelyard/model'
import type { FactOrigin, HostFacts } from '../known-host/host-facts.ts'
import type { Finding } from './finding.ts'

const WITH_WEIGHTS = ['credit', 'credit2']

/**
 * Reports where facts about the host that are in no recording come from, and a scheduler that the
 * estimates ignore.
 *
 * @param inForce the weights behind the verdict: the operator may have declared others
 */
export function hostFactsQuality(
  facts: HostFacts,
  guests: readonly string[],
  inForce: Readonly<Record<string, number>>,
): Finding[] {
  return [
    ...weightOrigins(facts, guests, inForce),
    ...facts.contradictions.map(
      (contradiction): Finding => ({
        code: 'xl-contradiction',
        severity: 'warning',
        ...contradiction,
      }),
    ),
    ...schedulerWithoutWeights(facts),
  ]
}

function weightOrigins(
  { domains }: HostFacts,
  guests: readonly string[],
  inForce: Readonly<Record<string, number>>,
): Finding[] {
  const byOrigin = new Map<string, { origin: FactOrigin; domains: string[] }>()
  for (const { domain, weight } of domains) {
    const concerned = domain === 'Domain-0' || guests.includes(domain)
    if (!concerned || !weight || weight.value !== valueFor(inForce, domain)) continue
    const { origin } = weight
    if (origin.kind === 'recording') continue
    const group = byOrigin.get(JSON.stringify(origin))
    if (group) group.domains.push(domain)
    else byOrigin.set(JSON.stringify(origin), { origin, domains: [domain] })
  }
  return [...byOrigin.values()].map((group) => ({ code: 'host-facts', severity: 'info', ...group }))
}

function schedulerWithoutWeights({ scheduler }: HostFacts): Finding[] {
  if (!scheduler || WITH_WEIGHTS.includes(scheduler.value)) return []
  const { value, origin } = scheduler
  return [{ code: 'scheduler-without-weights', severity: 'warning', scheduler: value, origin }]
}
