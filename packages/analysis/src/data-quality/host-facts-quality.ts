import type { FactOrigin, HostFacts, Reason } from '@steelyard/contract'
import { listNames } from '../verdict/list-names.ts'

const WITH_WEIGHTS = ['credit', 'credit2']

/**
 * Where the facts about the host come from that no recording tells of, and what of them the
 * estimates do not count.
 *
 * @param inForce the weights that the verdict was reached with: the operator may have said others
 */
export function hostFactsQuality(
  facts: HostFacts,
  guests: readonly string[],
  inForce: Readonly<Record<string, number>>,
): Reason[] {
  return [
    ...weightOrigins(facts, guests, inForce),
    ...facts.contradictions.map((text): Reason => {
      const told = `${text} Nothing of that is taken; say the weights under the options if it matters.`
      return { code: 'xl-contradiction', text: told, severity: 'warning' }
    }),
    ...capsNotCounted(facts, guests),
    ...schedulerWithoutWeights(facts),
  ]
}

function weightOrigins(
  { domains }: HostFacts,
  guests: readonly string[],
  inForce: Readonly<Record<string, number>>,
): Reason[] {
  const names = new Map<string, string[]>()
  for (const { domain, weight } of domains) {
    const concerned = domain === 'Domain-0' || guests.includes(domain)
    if (!concerned || !weight || weight.value !== inForce[domain]) continue
    if (weight.origin.kind === 'recording') continue
    const origin = wordsOf(weight.origin)
    names.set(origin, [...(names.get(origin) ?? []), domain])
  }
  return [...names].map(([origin, of]) => ({
    code: 'host-facts',
    text: `No recording tells the weight of ${listNames(of)}: taken from ${origin}.`,
    severity: 'info',
  }))
}

function capsNotCounted({ domains }: HostFacts, guests: readonly string[]): Reason[] {
  return domains.flatMap(({ domain, cap }) =>
    cap && cap.value > 0 && guests.includes(domain)
      ? [
          {
            code: 'caps-not-counted',
            text: `${domain} is capped at ${cap.value} % of a pCPU, says ${wordsOf(cap.origin)}: no estimator counts caps, so it may be slower than estimated.`,
            severity: 'warning',
          },
        ]
      : [],
  )
}

function schedulerWithoutWeights({ scheduler }: HostFacts): Reason[] {
  if (!scheduler || WITH_WEIGHTS.includes(scheduler.value)) return []
  return [
    {
      code: 'scheduler-without-weights',
      text: `The scheduler is ${scheduler.value}, says ${wordsOf(scheduler.origin)}: it knows no weights, so neither the estimates nor the recommendation hold.`,
      severity: 'warning',
    },
  ]
}

function wordsOf({ kind, path }: FactOrigin): string {
  if (kind === 'recording') return 'the recording'
  return kind === 'xl-output' && path !== null ? path : 'the host as it is now'
}
