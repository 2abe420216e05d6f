import {
  type ObservedHost,
  replicate,
  type TwinConfig,
  type TwinGuest,
  twinOfHost,
} from '@steelyard/simulator'
import { arrivalTimes } from '../../recordings/arrivals.ts'
import type { PlannedLoad } from '../../recordings/campaign-types.ts'
import { DOMAIN_0_REQUEST_SECONDS, guestSeconds } from '../../recordings/load.ts'
import { type Cell, DOMAIN0_WEIGHT } from './cells.ts'
import { BUSY, domain0Load } from './domain0-load.ts'
import type { Domain0Result, Times } from './domain0-result.ts'

const RUN = { seed: 1, replications: 20, drainSeconds: 10 }

export interface TwinOfCell {
  /** CPU seconds per second of Domain-0. */
  domain0Share: number
  guests: { clients: Times; network: Times; logs: Times }[]
}

/**
 * What the product's twin foretells of a cell, for the very requests that were planned. It knows the
 * set-up and the CPU times of this host; nothing in it was fitted to these runs. Seeds draw how
 * Domain-0's own work and Xen's periods lie to the requests.
 */
export function twinOfCell(cell: Cell, wish: Pick<Domain0Result, 'scale' | 'seed'>): TwinOfCell {
  const load = domain0Load(cell, wish)
  const atClients = play(cell, load, 'domain-0')
  const atNetwork = play(cell, load, 'network')
  return {
    domain0Share: atClients[0]!.cpuShare.mean,
    guests: atClients.flatMap(({ requests }, index) => {
      if (!requests) return []
      return {
        clients: timesOf(requests.responseTime),
        network: timesOf(atNetwork[index]!.requests!.responseTime),
        logs: timesOf(requests.loggedTime),
      }
    }),
  }
}

/** @returns the domains, Domain-0 first */
function play(cell: Cell, load: PlannedLoad, client: NonNullable<ObservedHost['client']>) {
  const { guests, phases, arrivals, seed } = load
  const { durationSeconds, requestsPerSecond } = phases[0]!
  const { periodMs, executionMs } = BUSY
  const config = twinOfHost({
    pCpus: 1,
    scheduler: { name: 'credit', xenVersion: '4.17' },
    client,
    domain0: {
      weight: DOMAIN0_WEIGHT,
      cpuSecondsPerRequest: DOMAIN_0_REQUEST_SECONDS,
      ...(cell.domain0 === 'busy' && {
        background: { utilisation: executionMs / periodMs, periodSeconds: periodMs / 1000 },
      }),
    },
    guests: guests.map((guest, vm) => {
      const own = [{ durationSeconds, requestsPerSecond: requestsPerSecond[guest.name]! }]
      const [seconds] = arrivalTimes(own, arrivals, seed, vm)
      return {
        name: guest.name,
        weight: cell.weight,
        arrivals: { kind: 'times', seconds: seconds!, clockUncertaintySeconds: 0 },
        cpuSecondsPerRequest: guestSeconds(guest),
      }
    }),
  })
  const asked = cell.oneComputes ? withOneComputing(config) : config
  return replicate(asked, { ...RUN, horizonSeconds: durationSeconds }).domains
}

function withOneComputing(config: TwinConfig): TwinConfig {
  const [{ load: _, ...first }, ...others] = config.guests as [TwinGuest, ...TwinGuest[]]
  return { ...config, guests: [{ ...first, hogs: 1 }, ...others] }
}

type Summary = NonNullable<ReturnType<typeof play>[number]['requests']>['responseTime']

const timesOf = ({ mean, p95 }: Summary): Times => ({
  meanMs: 1000 * mean!.mean,
  p95Ms: 1000 * p95!.mean,
})
