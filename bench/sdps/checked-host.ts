/** Formulas and simulators that were asked the same question; `peer` is the independent simulator. */
export type Formula = 'sdps' | 'processor-sharing' | 'delay-aware'
export type Simulator = 'twin' | 'peer'
export type Model = Formula | Simulator

/** Something of every model. */
export function byModel<Of>(of: (model: Model) => Of): Record<Model, Of> {
  return {
    sdps: of('sdps'),
    'processor-sharing': of('processor-sharing'),
    'delay-aware': of('delay-aware'),
    twin: of('twin'),
    peer: of('peer'),
  }
}

/** Mean times of a domain's requests, seconds, run by run; a formula has one run, or no answer. */
export interface Times {
  /** What the client sees. */
  client: number[]
  /** What the server's log has. */
  logged: number[]
}

export type TimesByDomain = ReadonlyMap<string, Times>

export interface CheckedDomain {
  name: string
  /** A request with the host to itself: its CPU time and Domain-0's. */
  aloneSeconds: number
  /** Under the weights that were drawn. */
  now: Record<Model, Times>
  /** Under other weights; each run simulates the same requests as before. */
  moved: Record<Model, Times>
}

export interface CheckedHost {
  seed: number
  scheduler: 'credit' | 'credit2'
  pCpus: number
  /** CPU that is asked for over all pCPUs. */
  utilisation: number
  domains: CheckedDomain[]
}
