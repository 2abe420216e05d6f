import { availableToGuests, domain0Path } from '../load/domain0-path.ts'
import type { HostLoad } from '../load/host-load.ts'
import { separateBackground } from '../load/request-load.ts'
import { achievableBracket } from './achievable-bracket.ts'
import { carriedLoad } from './sdps-times.ts'

/**
 * `achievableBracket` of the whole response time, for comparison with `sdps`: the guests'
 * background has priority, as Domain-0 has, and the path through Domain-0, which no guest weight
 * shortens, is added.
 * @returns seconds; null where `achievableBracket` is null, where nothing arrives, and where any
 * domain has a cap, because caps can leave a pCPU idle, which weights never do
 */
export function responseTimeBracket(
  name: string,
  load: HostLoad,
): { bestSeconds: number; worstSeconds: number } | null {
  const { load: requests, backgroundUtilisation } = separateBackground(load)
  const domain = requests.domains.find((each) => each.name === name)
  if (!domain || domain.arrivalRatePerSecond === 0) return null
  if (load.domains.some(({ capPercent = 0 }) => capPercent > 0)) return null
  const { ioRequestsPerSecond, serviceTimeSeconds } = requests.domain0
  if (ioRequestsPerSecond === 0) return null
  const bracket = achievableBracket(domain, {
    ...requests,
    domain0: {
      ...requests.domain0,
      serviceTimeSeconds: serviceTimeSeconds + backgroundUtilisation / ioRequestsPerSecond,
    },
  })
  if (!bracket) return null
  const available = availableToGuests(requests) - backgroundUtilisation / load.pCpus
  const path = domain0Path(requests, carriedLoad(requests, available), available)
  const least = domain.serviceTimeSeconds / available + path.workSeconds
  return {
    bestSeconds: Math.max(least, bracket.bestSeconds + path.clientSeconds),
    worstSeconds: Math.max(least, bracket.worstSeconds + path.clientSeconds),
  }
}
