import type { Minute, SeenDomain, TendedHost, Weights } from './simulated-host.ts'

/** A change of weights that was made on a host. */
export interface EntrantChange {
  atSeconds: number
  by: 'sandpiper' | 'paper' | 'hindsight' | 'grant' | 'approval' | 'roll-back'
  before: Weights
  after: Weights
}

/** What is seen of one minute, stamped by the host's own clock. Null: the connection was lost. */
export interface SeenMinute {
  /** The end of the minute, by the clock of whoever looks. */
  nowSeconds: number
  minute: Minute<SeenDomain> | null
  /** The beginning of the minute, by the host's clock. */
  stampedSeconds: number
}

/** Somebody who looks at a host every minute and may change its weights. */
export interface Entrant {
  see(seen: SeenMinute, host: TendedHost): Promise<readonly EntrantChange[]>
}
