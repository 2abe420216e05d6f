import type { ClientLoop, Demand } from '../../../e2e/load-balancer/lib/client-loop.ts'
import type { Laboratory } from '../laboratory.ts'
import type { GuestCompanion } from './guest-companion.ts'

/** All that the experiment works with. */
export interface Ground extends Laboratory {
  clients: ClientLoop
  companion: GuestCompanion
}

/** What the clients ask for. */
export const DEMANDS = {
  slow: { path: '/slow', pauseMs: 0 },
  costly: { path: '/costly', pauseMs: 0 },
} satisfies Record<string, Demand>
