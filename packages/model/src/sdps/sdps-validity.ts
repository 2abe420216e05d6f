import type { HostLoad } from '../load/host-load.ts'
import type { Reason, ValidityCode } from '../reason.ts'
import { carriedLoad } from './sdps-times.ts'

/** Averages whose one-minute scatter exceeds this deserve a remark. */
const SCATTER = 0.1
const AVERAGED_SECONDS = 60

interface HostDoubts {
  /** Why there is no steady state; null when there is one. */
  saturated: Reason<ValidityCode> | null
  doubts: Reason<ValidityCode>[]
}

/** The demand of the domains over what Domain-0 leaves of all pCPUs. */
function offeredPart(load: HostLoad, available: number): number {
  return available > 0 ? carriedLoad(load, available) / available / load.pCpus : Infinity
}

/** Why a host has no response times: queues grow without bound, or the host is too close to that for an estimate. */
export function hostSaturation(load: HostLoad, available: number): Reason<ValidityCode> {
  const utilisation = offeredPart(load, available)
  return {
    code: 'host-saturated',
    sentence: `With Domain-0 the guests ask for ${percent(utilisation)} of the CPU: queues grow without bound, so there is no response time.`,
    numbers: { utilisation, pCpus: load.pCpus },
  }
}

/**
 * Doubts that the whole host's load raises about its figures; `available` is what Domain-0 leaves.
 */
export function hostDoubts(load: HostLoad, available: number): HostDoubts {
  const utilisation = offeredPart(load, available)
  if (utilisation >= 1) return { saturated: hostSaturation(load, available), doubts: [] }
  const scatter = relativeScatter(load, available, AVERAGED_SECONDS)
  if (!(scatter > SCATTER)) return { saturated: null, doubts: [] }
  return {
    saturated: null,
    doubts: [
      {
        code: 'near-saturation',
        sentence: `At ${percent(utilisation)} of the CPU, averages over a minute scatter by about ${percent(scatter)} around the long-term mean that is given here.`,
        numbers: { utilisation, relativeScatter: scatter, averagedSeconds: AVERAGED_SECONDS },
      },
    ],
  }
}

/**
 * Relative standard deviation of the number of requests averaged over a time t, for M/M/1: sqrt(2
 * (1 + rho) / (rho (1 - rho)^2 mu t)) (Whitt, Planning queueing simulations, Management Science
 * 35(11), 1989), with mu from the mean demand, weighted by CPU time.
 */
export function relativeScatter(load: HostLoad, available: number, seconds: number): number {
  if (available <= 0) return Number.POSITIVE_INFINITY
  const busy = carriedLoad(load, available)
  const utilisation = busy / (available * load.pCpus)
  if (utilisation >= 1) return Number.POSITIVE_INFINITY
  if (busy === 0) return 0
  const demandSeconds = load.domains.reduce(
    (sum, { arrivalRatePerSecond: rate, serviceTimeSeconds: x }) => sum + (rate * x * x) / busy,
    0,
  )
  const meanService = demandSeconds / (available * load.pCpus)
  return Math.sqrt(
    (2 * (1 + utilisation) * meanService) / (utilisation * (1 - utilisation) ** 2 * seconds),
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}
