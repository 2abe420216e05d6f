import type { FilledQuestion, ForecastQuestion } from '@steelyard/contract'

/** The analysed settings, at which every slider begins. */
export const asAnalysed: ForecastQuestion = { domains: [], loadFactor: 1, overheadPercent: 0 }

export type DomainLever = 'weight' | 'cap' | 'loadFactor'
export type HostLever =
  | 'domain0Weight'
  | 'tsliceMs'
  | 'ratelimitUs'
  | 'loadFactor'
  | 'overheadPercent'
export type DomainSetting = FilledQuestion['domains'][number]

export function withDomainLever(
  question: FilledQuestion,
  domain: string,
  lever: DomainLever,
  value: number,
): FilledQuestion {
  return {
    ...question,
    domains: question.domains.map((each) =>
      each.domain === domain ? { ...each, [lever]: value } : each,
    ),
  }
}

/** Shortening the time slice also shortens the ratelimit, which Xen keeps within the slice. */
export function withHostLever(
  question: FilledQuestion,
  lever: HostLever,
  value: number,
): FilledQuestion {
  const next = { ...question, [lever]: value }
  const most = next.tsliceMs === null ? next.ratelimitUs : next.tsliceMs * 1000
  return { ...next, ratelimitUs: Math.min(next.ratelimitUs, most) }
}

/** Keeps only what differs from the analysed settings, so that equal questions compare as equal. */
export function questionOf(wanted: FilledQuestion, now: FilledQuestion): ForecastQuestion {
  return {
    domains: wanted.domains.flatMap((domain) => {
      const was = now.domains.find((each) => each.domain === domain.domain)
      const changed = differing(domain, was, ['weight', 'cap', 'loadFactor'])
      return Object.keys(changed).length > 0 ? [{ domain: domain.domain, ...changed }] : []
    }),
    loadFactor: wanted.loadFactor,
    overheadPercent: wanted.overheadPercent,
    ...differing(wanted, now, ['domain0Weight', 'ratelimitUs']),
    ...(wanted.tsliceMs !== null && wanted.tsliceMs !== now.tsliceMs
      ? { tsliceMs: wanted.tsliceMs }
      : {}),
  }
}

function differing<T extends object, Key extends keyof T>(
  wanted: T,
  now: T | undefined,
  keys: readonly Key[],
): Partial<Pick<T, Key>> {
  const changed: Partial<Pick<T, Key>> = {}
  for (const key of keys) if (wanted[key] !== now?.[key]) changed[key] = wanted[key]
  return changed
}

export function isSameQuestion(one: FilledQuestion, other: FilledQuestion): boolean {
  const { domains, loadFactor, overheadPercent, ...host } = questionOf(one, other)
  return (
    domains.length === 0 &&
    loadFactor === other.loadFactor &&
    overheadPercent === other.overheadPercent &&
    Object.keys(host).length === 0
  )
}
