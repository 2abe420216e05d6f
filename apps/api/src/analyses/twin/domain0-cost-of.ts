import { type Domain0Cost, domain0Cost } from '@steelyard/simulator'
import { cpuForRequests, wellCovered } from '../pipeline/guests.ts'
import { DOMAIN_0, isGuest, type Window } from '../pipeline/recorded-host.ts'
import { requestsOf } from '../pipeline/request-rates.ts'
import type { Stretch } from '../replay/replay-stretch.ts'

/**
 * What requests cost Domain-0, by all windows, and what it did beside them in the stretch; times count
 * from its start. Null where no window tells.
 */
export function domain0CostOf(windows: readonly Window[], stretch: Stretch): Domain0Cost | null {
  const { fromEpochSeconds, toEpochSeconds } = stretch
  const seen = wellCovered(windows, DOMAIN_0).flatMap((window) => {
    const cpu = cpuForRequests(window, DOMAIN_0)
    const startSeconds = window.startEpochSeconds - fromEpochSeconds
    const endSeconds = startSeconds + window.seconds
    return cpu
      ? [{ startSeconds, endSeconds, cpuSeconds: cpu.usedSeconds, requests: requestsIn(window) }]
      : []
  })
  if (seen.length === 0) return null
  const { cpuSecondsPerRequest, background } = domain0Cost(seen)
  const length = toEpochSeconds - fromEpochSeconds
  return {
    cpuSecondsPerRequest,
    background: {
      windows: background.windows.filter(
        ({ startSeconds, endSeconds }) => startSeconds >= 0 && endSeconds <= length,
      ),
    },
  }
}

function requestsIn({ byDomain }: Window): number {
  return [...byDomain].reduce(
    (sum, [domain, observation]) =>
      sum + (isGuest(domain) ? (requestsOf(observation)?.arrivals ?? 0) : 0),
    0,
  )
}
