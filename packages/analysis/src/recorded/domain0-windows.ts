import type { Domain0Window } from '@steelyard/simulator'
import { cpuForRequests, wellCovered } from './cpu-sums.ts'
import { DOMAIN_0, isGuest, type Window } from './recorded-host.ts'
import { arrivalsIn, requestsOf } from './request-rates.ts'

/**
 * Observations of Domain-0 and of the requests of all guests, in order of time, in seconds since
 * 1970. They are per second when the observations have parts, else per window. Times without a
 * trace are left out.
 */
export function domain0Windows(windows: readonly Window[]): Domain0Window[] {
  const covered = new Set(wellCovered(windows, DOMAIN_0))
  return windows.flatMap(
    (window) => partsOf(window) ?? (covered.has(window) ? wholeOf(window) : []),
  )
}

/**
 * The parts of a window that trace and logs cover completely. Null when they are not divided into
 * parts.
 */
function partsOf({ startEpochSeconds, seconds, byDomain }: Window): Domain0Window[] | null {
  const used = byDomain.get(DOMAIN_0)?.cpu?.usedByPart
  const requests = [...byDomain].flatMap(([domain, observation]) => {
    const own = isGuest(domain) ? requestsOf(observation) : null
    return own ? [own.arrivalsByPart] : []
  })
  if (!used || requests.includes(undefined)) return null
  const length = seconds / used.length
  return used.flatMap((cpuSeconds, part) => {
    const arrived = requests.map((own) => own![part] ?? null)
    if (cpuSeconds === null || arrived.includes(null)) return []
    const startSeconds = startEpochSeconds + part * length
    const sum = arrived.reduce<number>((all, own) => all + own!, 0)
    return [{ startSeconds, endSeconds: startSeconds + length, cpuSeconds, requests: sum }]
  })
}

function wholeOf(window: Window): Domain0Window[] {
  const cpu = cpuForRequests(window, DOMAIN_0)
  if (!cpu) return []
  const { startEpochSeconds, seconds } = window
  return [
    {
      startSeconds: startEpochSeconds,
      endSeconds: startEpochSeconds + seconds,
      cpuSeconds: cpu.usedSeconds,
      requests: arrivalsIn(window),
    },
  ]
}
