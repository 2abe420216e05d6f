import type { BoostLasts } from '@steelyard/simulator'

/** The source of a fact, with the file name if it is saved output of xl. */
export interface FactOrigin {
  kind: 'operator' | 'recording' | 'xl-output' | 'host' | 'name'
  path: string | null
}

export interface Fact<T> {
  value: T
  origin: FactOrigin
}

/**
 * What Steelyard's hypervisor for experiments does beyond Xen; e2e/xen-host/hypervisor explains
 * each.
 */
export interface Experiments {
  boost: 'wake' | 'always' | 'loan'
  boostLasts: BoostLasts
  loan: { credits: number; share: number; factor: number }
  /** Domains of this weight go ahead of others of their priority. Null: none. */
  realTimeWeight: number | null
}

/** The known facts about a host at the end of a recording. Null when a fact is unknown. */
export interface HostFacts {
  scheduler: Fact<string> | null
  /** Only credit has it. */
  tsliceMs: Fact<number> | null
  ratelimitUs: Fact<number> | null
  /** `major.minor`, perhaps followed by more. */
  xenVersion: Fact<string> | null
  pCpus: Fact<number> | null
  /** Null on any other hypervisor. Only the host itself states it. */
  experiments: Fact<Experiments> | null
  domains: DomainFacts[]
  contradictions: Contradiction[]
}

interface DomainFacts {
  domain: string
  /** The number by which xenmon identifies it. */
  xenId: Fact<number> | null
  weight: Fact<number> | null
  /** Percent of one pCPU; 0 means no cap. */
  cap: Fact<number> | null
  vCpus: Fact<number> | null
}

/** A fact on which saved outputs of xl disagree, so that none of them is used. */
export interface Contradiction {
  about:
    | { what: 'scheduler' | 'tsliceMs' | 'ratelimitUs' | 'xenVersion' | 'pCpus' }
    | { what: 'name'; id: number }
    | { what: 'weight' | 'cap' | 'vCpus'; domain: string }
  versions: { value: string | number; path: string }[]
}

/** By domain, where known. */
export function vCpusIn({ domains }: HostFacts): Record<string, number> {
  return Object.fromEntries(
    domains.flatMap(({ domain, vCpus }) => (vCpus ? [[domain, vCpus.value]] : [])),
  )
}
