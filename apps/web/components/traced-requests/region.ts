import type { TracedRequests } from '@steelyard/contract'

export type Requests = TracedRequests['requests']

/** Requests by when they began, in seconds since the start of the trace, and how long they took. */
export interface Region {
  fromSeconds: number
  toSeconds: number
  fromMs: number
  toMs: number
}

/**
 * The region of the slowest requests of a part: of this fraction of all, and of at least two, for a
 * single one says nothing of chance.
 */
export function slowestRegion(
  { fromSeconds, toSeconds, requests }: Pick<TracedRequests, keyof Part | 'requests'>,
  fraction: number,
): Region {
  const ms = requests.ms.toSorted((a, b) => b - a)
  const count = Math.min(ms.length, Math.max(2, Math.ceil(fraction * ms.length)))
  return outward({ fromSeconds, toSeconds, fromMs: ms[count - 1] ?? 0, toMs: ms[0] ?? 0 })
}

type Part = Pick<Region, 'fromSeconds' | 'toSeconds'>

/** Rounds to thousandths, which fields can show, and loses no request at the edges. */
export function outward({ fromSeconds, toSeconds, fromMs, toMs }: Region): Region {
  return {
    fromSeconds: Math.floor(fromSeconds * 1000) / 1000,
    toSeconds: Math.ceil(toSeconds * 1000) / 1000,
    fromMs: Math.floor(fromMs * 1000) / 1000,
    toMs: Math.ceil(toMs * 1000) / 1000,
  }
}

/** The numbers of the requests in a region, its edges included, the slowest first. */
export function slowestIn({ startSeconds, ms }: Requests, region: Region): number[] {
  const numbers: number[] = []
  startSeconds.forEach((start, number) => {
    const took = ms[number] as number
    const isThen = start >= region.fromSeconds && start <= region.toSeconds
    if (isThen && took >= region.fromMs && took <= region.toMs) numbers.push(number)
  })
  return numbers.sort((a, b) => (ms[b] as number) - (ms[a] as number))
}
