import {
  byModel,
  type CheckedDomain,
  type CheckedHost,
  type Model,
  type Times,
} from './checked-host.ts'

type TimesByModel = Partial<Record<Model, Partial<Times>>>

/** A domain with the given times of some models, run by run. */
export function domainOf(
  now: TimesByModel,
  moved: TimesByModel = {},
  aloneSeconds = 1,
): CheckedDomain {
  return { name: 'vm', aloneSeconds, now: complete(now), moved: complete(moved) }
}

function complete(seen: TimesByModel): Record<Model, Times> {
  return byModel((model) => ({ client: [], logged: [], ...seen[model] }))
}

export function hostOf(domains: CheckedDomain[], more: Partial<CheckedHost> = {}): CheckedHost {
  return { seed: 1, scheduler: 'credit', pCpus: 1, utilisation: 0.5, domains, ...more }
}
