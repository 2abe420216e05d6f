import type { LoggedRequest } from '../traced/request-collector.ts'

/**
 * Gives each request the lowest lane that is free at its start, so that no two in a lane overlap and
 * there are only as many lanes as requests in flight at once.
 * @param requests in the order of their start
 */
export function lanesOf(requests: readonly LoggedRequest[]): number[] {
  const busyUntil: number[] = []
  return requests.map(({ startSeconds, endSeconds }) => {
    const free = busyUntil.findIndex((end) => end <= startSeconds)
    const lane = free < 0 ? busyUntil.length : free
    busyUntil[lane] = endSeconds
    return lane
  })
}
