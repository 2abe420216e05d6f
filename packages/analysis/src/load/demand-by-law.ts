import { domain0Cost, stackShare } from '@steelyard/simulator'
import {
  bestCovered,
  cpuForRequests,
  servedIn,
  serviceTimeByUtilisationLaw,
} from '../recorded/cpu-sums.ts'
import { domain0Windows } from '../recorded/domain0-windows.ts'
import { poolMoments } from '../recorded/pool-stats.ts'
import type { Window } from '../recorded/recorded-host.ts'
import { arrivalsIn, requestsOf } from '../recorded/request-rates.ts'

/** A trace that covers less than this part of a domain's requests is a partial one. */
const WHOLE = 0.9
/** As a part of the requests that a partial trace covers: those of whose work it may have seen any part. */
const MOST_DOUBT = 0.1
/** Requests that tell how long one takes when the host is as calm as it ever was. */
const CALM_REQUESTS = 50
/** What a guest does for a request outside of its log, its network stack apart: accepting, closing, ticks. */
const ALLOWANCE = 1.1

/**
 * x = U / lambda as far as it can be believed. Where a trace covers only a part of the requests, those
 * under way when it begins and ends count, and what it tells must not exceed what the log allows: the
 * duration of requests on the calm host, which contains their CPU time, and what the network stack needs
 * beside it. Null where the law does not tell.
 */
export function demandByLaw(windows: readonly Window[], domain: string): number | null {
  const counted = bestCovered(windows, domain).filter((window) => cpuForRequests(window, domain))
  const seconds = serviceTimeByUtilisationLaw(counted, domain)
  if (seconds === null) return null
  const sum = (of: readonly Window[]) => of.reduce((all, each) => all + servedIn(each, domain), 0)
  const served = sum(counted)
  if (served >= WHOLE * sum(windows)) return seconds
  if (inDoubt(windows, new Set(counted), domain) > MOST_DOUBT * served) return null
  const calm = calmDuration(windows, domain)
  if (calm === null) return seconds
  const stack = stackShare * domain0Cost(domain0Windows(windows)).cpuSecondsPerRequest
  return Math.min(seconds, ALLOWANCE * (calm + stack))
}

/**
 * By how many requests the work that was seen may differ from that of the requests counted: half of each
 * that was under way at an edge of what was watched, and the chance scatter of those that came while a
 * window was not.
 */
function inDoubt(windows: readonly Window[], counted: ReadonlySet<Window>, domain: string): number {
  let underWay = 0
  let halves = 0
  let unseen = 0
  let isWatched = false
  for (const window of windows) {
    if (counted.has(window) !== isWatched) halves += underWay
    isWatched = counted.has(window)
    const { requests, cpu } = countsOf(window, domain)
    if (isWatched) unseen += servedIn(window, domain) * (1 - cpu / window.seconds)
    underWay = Math.max(0, underWay + requests)
  }
  if (isWatched) halves += underWay
  return halves / 2 + Math.sqrt(Math.max(0, unseen))
}

/** By how many its requests under way grew in the window, and how much of it the trace covers. */
function countsOf({ byDomain }: Window, domain: string): { requests: number; cpu: number } {
  const observation = byDomain.get(domain)
  const requests = requestsOf(observation)
  return {
    requests: requests ? requests.arrivals - (requests.completions?.count ?? requests.arrivals) : 0,
    cpu: observation?.cpu?.coveredSeconds ?? 0,
  }
}

/** Mean duration in the log of the windows in which the host had fewest requests. */
function calmDuration(windows: readonly Window[], domain: string): number | null {
  const calmest = windows
    .map((window) => ({
      requests: arrivalsIn(window),
      duration: window.byDomain.get(domain)?.requests?.duration ?? null,
    }))
    .sort((a, b) => a.requests - b.requests)
  let counted = 0
  const durations = calmest.flatMap(({ duration }) => {
    if (!duration || counted >= CALM_REQUESTS) return []
    counted += duration.count
    return [duration]
  })
  return counted < CALM_REQUESTS ? null : poolMoments(durations)!.meanSeconds
}
