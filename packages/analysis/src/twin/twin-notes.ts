import type { DemandDoubt } from '@steelyard/model'
import type { Experiments } from '../known-host/host-facts.ts'
import type { StatedConnections } from '../recorded/recorded-host.ts'

/** What the twin assumes about a host, with the values that the sentence needs. */
export type TwinNote =
  | { code: 'demand'; doubt: DemandDoubt }
  | { code: 'xen-version-assumed'; version: string }
  | { code: 'constants-assumed'; constants: ('time-slice' | 'ratelimit')[] }
  /** The twin boosts as the host's hypervisor for experiments does. */
  | ({ code: 'host-boosts' } & Pick<Experiments, 'boost' | 'boostLasts' | 'loan'>)
  /** So it does for the order of the queues. */
  | { code: 'real-time-weight'; weight: number }
  | { code: 'whole-second-stamps'; domains: string[] }
  | { code: 'arrivals-drawn' }
  /** Null where nobody says how requests come: then each on a connection of its own. */
  | { code: 'connections'; stated: StatedConnections | null }
