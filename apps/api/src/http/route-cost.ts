import { secondsOf } from '../milliseconds.ts'
import type { Lane } from '../threads/lane.ts'

/** What serving a route costs, where that is more than its own input and a page of rows. */
export interface RouteCost {
  /** Whose choice makes it dear. */
  growsWith: string
  runsIn: string
  bounds: string
}

/** The cost of work in a thread. */
export function inLane({ bounds }: Lane, growsWith: string): RouteCost {
  const { threads, withinMs, heapMiB, patienceMs } = bounds
  return {
    growsWith,
    runsIn: threads === 1 ? 'a thread' : `${threads} threads`,
    bounds: `${secondsOf(withinMs)} s, ${heapMiB} MiB of heap; ${secondsOf(patienceMs)} s for its turn, then 503`,
  }
}

/** The cost of a list that has no pages. */
export function asManyAs(what: string): RouteCost {
  return { growsWith: `the number of ${what}`, runsIn: 'the API', bounds: 'a few rows for each' }
}

/** The cost of a table that is sent as it is read. */
export function sentAsRead(what: string): RouteCost {
  return {
    growsWith: what,
    runsIn: 'the API, which reads on as the client takes it',
    bounds: '1,000 rows at a time',
  }
}
