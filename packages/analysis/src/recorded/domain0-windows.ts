import type { Domain0Window } from '@steelyard/simulator'
import { DOMAIN_0, isGuest, type Window } from './recorded-host.ts'
import { requestsOf } from './request-rates.ts'

/**
 * Observations of Domain-0 and of the requests of all guests, in order of time, in seconds since
 * 1970: one for each part of a window that trace and logs cover completely.
 */
export function domain0Windows(windows: readonly Window[]): Domain0Window[] {
  return windows.flatMap(partsOf)
}

function partsOf({ startEpochSeconds, seconds, byDomain }: Window): Domain0Window[] {
  const used = byDomain.get(DOMAIN_0)?.cpu?.usedByPart ?? []
  const requests = [...byDomain].flatMap(([domain, observation]) => {
    const own = isGuest(domain) ? requestsOf(observation) : null
    return own ? [own.arrivalsByPart] : []
  })
  const length = seconds / used.length
  return used.flatMap((cpuSeconds, part) => {
    const arrived = requests.map((own) => own[part] ?? null)
    if (cpuSeconds === null || arrived.includes(null)) return []
    const startSeconds = startEpochSeconds + part * length
    const sum = arrived.reduce<number>((all, own) => all + own!, 0)
    return [{ startSeconds, endSeconds: startSeconds + length, cpuSeconds, requests: sum }]
  })
}
