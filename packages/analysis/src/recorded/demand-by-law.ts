import { domain0Cost, stackShare } from '@steelyard/simulator'
import { bestCovered, cpuForRequests, servedIn, serviceTimeByUtilisationLaw } from './cpu-sums.ts'
import { domain0Windows } from './domain0-windows.ts'
import { poolMoments } from './pool-stats.ts'
import type { Window } from './recorded-host.ts'
import { arrivalsIn, requestsOf } from './request-rates.ts'

/** A trace that covers less than this fraction of a domain's requests is partial. */
const WHOLE = 0.9
/**
 * Highest accepted number of doubtful requests, as a fraction of the requests that a partial trace
 * covers.
 */
const MOST_DOUBT = 0.1
/** Number of requests that suffice to find the duration of one on the calmest host. */
const CALM_REQUESTS = 50
/**
 * Factor for a guest's work per request outside its log and its network stack: accepting, closing,
 * ticks.
 */
const ALLOWANCE = 1.1

/**
 * x = U / lambda, as far as it is credible. If a trace covers only a part of the requests, those
 * under way at its start and end matter. Then the result must not exceed what the log allows: the
 * duration of requests on the calm host, which contains their CPU time, plus the demand of the
 * network stack. Null when the law gives no credible value.
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
 * Number of requests by which the traced work may differ from the counted requests: half of the
 * requests under way at each edge of the trace, plus the chance scatter of those that arrived in
 * untraced parts of a window.
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

/**
 * How much the number of requests under way grew in the window, and how many seconds the trace
 * covers.
 */
function countsOf({ byDomain }: Window, domain: string): { requests: number; cpu: number } {
  const observation = byDomain.get(domain)
  const requests = requestsOf(observation)
  return {
    requests: requests ? requests.arrivals - (requests.completions?.count ?? requests.arrivals) : 0,
    cpu: observation?.cpu?.coveredSeconds ?? 0,
  }
}

/** Mean logged duration in the windows in which the host had the fewest requests. */
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
