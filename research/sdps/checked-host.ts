/**
 * The formulas and simulators that answer the same question; `peer` is the independent simulator.
 */
export type Formula = 'sdps' | 'processor-sharing' | 'delay-aware'
type Simulator = 'twin' | 'peer'
export type Model = Formula | Simulator

/** Builds a record with one entry per model. */
export function byModel<Of>(of: (model: Model) => Of): Record<Model, Of> {
  return {
    sdps: of('sdps'),
    'processor-sharing': of('processor-sharing'),
    'delay-aware': of('delay-aware'),
    twin: of('twin'),
    peer: of('peer'),
  }
}

/**
 * Mean times of a domain's requests in seconds, run by run. A formula has one run, or no answer.
 */
export interface Times {
  /** Times at the client. */
  client: number[]
  /** Times in the server's log. */
  logged: number[]
}

export type TimesByDomain = ReadonlyMap<string, Times>

export interface CheckedDomain {
  name: string
  /** The time of a request that has the host to itself: its CPU time and Domain-0's. */
  aloneSeconds: number
  /** Times under the weights that were drawn. */
  now: Record<Model, Times>
  /** Times under other weights. Each run simulates the same requests as before. */
  moved: Record<Model, Times>
}

export interface CheckedHost {
  seed: number
  scheduler: 'credit' | 'credit2'
  pCpus: number
  /** The CPU demand divided by the number of pCPUs. */
  utilisation: number
  domains: CheckedDomain[]
}
