import type { DomainLoad, HostLoad } from './host-load.ts'

export interface RequestLoad {
  /** Service times without the background that x = U / lambda spreads over the requests. */
  load: HostLoad
  /** That background of all guests together, in pCPUs. */
  backgroundUtilisation: number
}

/**
 * What requests ask for, apart from what guests do without them: timers and daemons, short runs that
 * credit boosts like any wake-up, so that they come first as Domain-0 does.
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
