/** Who said a fact, with the file where it is saved output of xl. */
export interface FactOrigin {
  kind: 'operator' | 'recording' | 'xl-output' | 'host' | 'name'
  path: string | null
}

export interface Fact<T> {
  value: T
  origin: FactOrigin
}

/** What is known of a host at the end of a recording; null where nobody says. */
export interface HostFacts {
  scheduler: Fact<string> | null
  pCpus: Fact<number> | null
  domains: DomainFacts[]
  contradictions: Contradiction[]
}

export interface DomainFacts {
  domain: string
  /** The number that xenmon calls it by. */
  xenId: Fact<number> | null
  weight: Fact<number> | null
  /** Percent of one pCPU; 0 means none. */
  cap: Fact<number> | null
}

/** Something that saved outputs of xl disagree about, so that none of them is believed. */
export interface Contradiction {
  about:
    | { what: 'scheduler' | 'pCpus' }
    | { what: 'name'; id: number }
    | { what: 'weight' | 'cap'; domain: string }
  versions: { value: string | number; path: string }[]
}
