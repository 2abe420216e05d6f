import type { DomainLoad, HostLoad } from './host-load.ts'

export interface RequestLoad {
  /**
   * The load with service times that exclude the background, which x = U / lambda spreads over the
   * requests.
   */
  load: HostLoad
  /** The background of all guests together, in pCPUs. */
  backgroundUtilisation: number
}

/**
 * Separates what requests demand from what guests do without them. Timers and daemons cause short
 * runs that credit boosts like any wake-up, so this background has priority, as Domain-0 has.
 */
export function separateBackground(load: HostLoad): RequestLoad {
  return {
    load: { ...load, domains: load.domains.map(withoutBackground) },
    backgroundUtilisation: load.domains.reduce(
      (sum, { backgroundUtilisation = 0 }) => sum + backgroundUtilisation,
      0,
    ),
  }
}

function withoutBackground(domain: DomainLoad): DomainLoad {
  const { arrivalRatePerSecond: rate, backgroundUtilisation = 0, serviceTimeSeconds } = domain
  if (rate === 0) return domain
  const requests = Math.max(0, serviceTimeSeconds - backgroundUtilisation / rate)
  return { ...domain, serviceTimeSeconds: requests }
}
