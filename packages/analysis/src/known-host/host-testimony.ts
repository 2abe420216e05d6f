import type { Fact, FactOrigin } from './host-facts.ts'

/** What one source says about a host. A null or a missing domain means that it says nothing. */
export interface Testimony {
  scheduler: Fact<string> | null
  tsliceMs: Fact<number> | null
  ratelimitUs: Fact<number> | null
  xenVersion: Fact<string> | null
  pCpus: Fact<number> | null
  /** Maps Xen's number of a domain to its name. */
  nameById: ReadonlyMap<number, Fact<string>>
  domains: ReadonlyMap<string, DomainTestimony>
}

export interface DomainTestimony {
  xenId: Fact<number> | null
  weight: Fact<number> | null
  cap: Fact<number> | null
  vCpus: Fact<number> | null
}

export function factsOf(origin: FactOrigin) {
  return <T>(value: T | null | undefined): Fact<T> | null =>
    value === null || value === undefined ? null : { value, origin }
}
