import { domain0Utilisation } from '../load/domain0-path.ts'
import type { DomainLoad, HostLoad } from '../load/host-load.ts'
import { separateBackground } from '../load/request-load.ts'
import { mostPCpus } from './sdps-times.ts'

/** The part of what can be carried beyond which a load is scaled down. */
const CARRIED = 0.96

/**
 * The load with its rates reduced to what the host can carry: all by one factor until the guests use
 * 96 % of what Domain-0 leaves, and further those of a domain that would use more than 96 % of what
 * its vCPUs or its cap allow. The load itself where nothing exceeds that.
 *
 * With it SDPS answers at every level of load, as a guide for a search that judges allocations by
 * other means: which weights help whom is much the same as just below saturation. It is no
 * prediction. A host that is asked for more than it can give has no steady state, and its times grow
 * for as long as that lasts, so the times of a scaled load are never to be shown or compared with a
 * target. Ours.
 * @returns null where the background alone takes the host, so that no rate can be carried
 */
export function carriableLoad(load: HostLoad): HostLoad | null {
  const { load: requests, backgroundUtilisation } = separateBackground(load)
  const { pCpus, domain0 } = load
  const ofDomain0 = domain0.backgroundUtilisation ?? 0
  const free = pCpus - backgroundUtilisation - ofDomain0
  if (!(free > 0)) return null
  const asked = requests.domains.reduce((sum, domain) => sum + usedBy(domain), 0)
  // The greatest f with f asked <= 0.96 (free - f r_0): Domain-0 works less for fewer requests.
  const forRequests = domain0Utilisation(load) - ofDomain0
  const f = Math.min(1, (CARRIED * free) / (asked + CARRIED * forRequests))
  const available = (free - f * forRequests) / pCpus
  const factors = requests.domains.map((domain) =>
    Math.min(f, (CARRIED * mostPCpus(domain, load, available)) / usedBy(domain)),
  )
  return factors.every((factor) => !(factor < 1)) ? load : scaledBy(load, factors)
}

function usedBy({ arrivalRatePerSecond, serviceTimeSeconds }: DomainLoad): number {
  return arrivalRatePerSecond * serviceTimeSeconds
}

/** Demands per request stay as they are, and so does every background. */
function scaledBy(load: HostLoad, factors: readonly number[]): HostLoad {
  const { domains, domain0 } = load
  const scaled = domains.map((domain, k) => {
    const { arrivalRatePerSecond: rate, serviceTimeSeconds, backgroundUtilisation = 0 } = domain
    const scaledRate = rate * factors[k]!
    // Background is spread over the requests, so fewer requests have more of it each.
    const perRequest = rate > 0 ? serviceTimeSeconds - backgroundUtilisation / rate : 0
    return {
      ...domain,
      arrivalRatePerSecond: scaledRate,
      ...(scaledRate > 0
        ? { serviceTimeSeconds: perRequest + backgroundUtilisation / scaledRate }
        : {}),
    }
  })
  const rates = (of: readonly DomainLoad[]) =>
    of.reduce((sum, { arrivalRatePerSecond }) => sum + arrivalRatePerSecond, 0)
  const fewer = rates(scaled) / rates(domains)
  const { ioRequestsPerSecond: io, backgroundUtilisation = 0 } = domain0
  const forRequests = domain0Utilisation(load) - backgroundUtilisation
  return {
    ...load,
    domains: scaled,
    domain0: {
      ...domain0,
      ioRequestsPerSecond: io * fewer,
      serviceTimeSeconds:
        io > 0
          ? forRequests / io + backgroundUtilisation / (io * fewer)
          : domain0.serviceTimeSeconds,
    },
  }
}
