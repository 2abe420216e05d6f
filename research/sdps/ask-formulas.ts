import {
  delayAware,
  ESTIMATORS,
  type Estimate,
  type HostLoad,
  type Weights,
} from '@steelyard/model'
import type { Formula, Times, TimesByDomain } from './checked-host.ts'

/** The predictions of SDPS and of the other formulas that need only a load, for these weights. */
export function askFormulas(load: HostLoad, weights: Weights): Record<Formula, TimesByDomain> {
  return {
    sdps: timesOf(ESTIMATORS.sdps.estimate(load, weights)),
    'delay-aware': timesOf(delayAware.estimate(load, weights)),
    'processor-sharing': processorSharing(load),
  }
}

function timesOf({ domains }: Estimate): TimesByDomain {
  return new Map(
    domains.map(({ name, responseTimeSeconds, loggedTimeSeconds }) => [
      name,
      times(responseTimeSeconds, loggedTimeSeconds),
    ]),
  )
}

/** One shared processor that ignores weights and the role of Domain-0: x / (1 - rho). */
function processorSharing({ domains, domain0, pCpus }: HostLoad): TimesByDomain {
  const asked = domains.reduce(
    (sum, { arrivalRatePerSecond: rate, serviceTimeSeconds: x }) => sum + rate * x,
    domain0.ioRequestsPerSecond * domain0.serviceTimeSeconds,
  )
  const idle = 1 - asked / pCpus
  return new Map(
    domains.map(({ name, serviceTimeSeconds: x }) => [name, times(idle > 0 ? x / idle : null)]),
  )
}

function times(client: number | null, logged?: number | null): Times {
  const oneOrNone = (seconds?: number | null) => (seconds == null ? [] : [seconds])
  return { client: oneOrNone(client), logged: oneOrNone(logged) }
}
