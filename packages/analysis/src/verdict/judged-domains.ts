import { type JudgedDomain, percentile95 } from '@steelyard/model'
import type { Guest } from '../recorded/guests.ts'
import type { Window } from '../recorded/recorded-host.ts'
import { requestRates, windowsForRates } from '../recorded/request-rates.ts'
import type { DomainTarget } from '../settings.ts'

/**
 * The values that eq (5) and (6) compare. For the requests answered and offered per second they are
 * the 95th percentiles over windows.
 * @param responseTimeOf null where nothing was measured
 */
export function judgedDomains(
  windows: readonly Window[],
  guests: readonly Guest[],
  targets: readonly DomainTarget[],
  responseTimeOf: (guest: Guest) => number | null,
): JudgedDomain[] {
  return guests.map((guest) => {
    const { name } = guest
    const target = targets.find((t) => t.domain === name)
    const rates = windowsForRates(windows).map((window) => {
      const observation = window.byDomain.get(name)
      return requestRates(window, observation?.clientRequests ?? observation?.requests ?? null)
    })
    return {
      name,
      observedResponseTimeSeconds: responseTimeOf(guest),
      observedThroughputPerSecond: percentile95(rates.map((rate) => rate.answeredPerSecond)),
      offeredPerSecond: percentile95(rates.map((rate) => rate.offeredPerSecond)),
      ...(target ? { target: promiseOf(target) } : {}),
    }
  })
}

function promiseOf({
  responseTimeSeconds,
  throughputPerSecond,
}: DomainTarget): NonNullable<JudgedDomain['target']> {
  return {
    ...(responseTimeSeconds === null ? {} : { responseTimeSeconds }),
    ...(throughputPerSecond === null ? {} : { throughputPerSecond }),
  }
}
