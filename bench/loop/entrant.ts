import type { HostMinute, SimulatedHost, Weights } from './simulated-host.ts'

/** A change of weights that was made on a host. */
export interface Change {
  atSeconds: number
  by: 'sandpiper' | 'grant' | 'approval' | 'roll-back'
  before: Weights
  after: Weights
}

/** What is seen of one minute, stamped by the host's own clock. Null: the connection was lost. */
export interface SeenMinute {
  /** The end of the minute, by the clock of whoever looks. */
  nowSeconds: number
  minute: HostMinute | null
  stampedSeconds: number
}

/** Somebody who looks at a host every minute and may change its weights. */
export interface Entrant {
  see(seen: SeenMinute, host: SimulatedHost): Promise<readonly Change[]>
}
