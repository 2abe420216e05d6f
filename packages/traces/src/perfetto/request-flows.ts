import type { LoggedRequest } from '../traced/request-collector.ts'

/** In the traced sample, 3 of 5148 requests have more runs. */
export const MOST_FLOWS = 128

/** The requests that a vCPU's next run may find in flight. */
interface Cursor {
  next: number
  open: number[]
}

/**
 * Connects each request of a domain with the runs of its vCPUs while it was in flight, the first
 * `MOST_FLOWS` of them. Each pair has a number of its own: one that all runs of a request shared
 * would lead from run to run, and from there to other requests.
 */
export class RequestFlows {
  readonly #requests: readonly LoggedRequest[]
  readonly #first: number
  /** Runs so far, by request. */
  readonly #runs: Uint8Array
  readonly #cursors = new Map<number, Cursor>()

  /**
   * @param requests in the order of their start
   * @param first the lowest number; `MOST_FLOWS` for each request are taken
   */
  constructor(requests: readonly LoggedRequest[], first: number) {
    this.#requests = requests
    this.#first = first
    this.#runs = new Uint8Array(requests.length)
  }

  /** The numbers of a run. Those of a vCPU come in the order of time. */
  into(vCpu: number, fromSeconds: number, toSeconds: number): number[] {
    const requests = this.#requests
    const cursor = this.#cursorOf(vCpu)
    while (cursor.next < requests.length && requests[cursor.next]!.startSeconds < toSeconds)
      cursor.open.push(cursor.next++)
    const inFlight = cursor.open.filter((i) => requests[i]!.endSeconds > fromSeconds)
    cursor.open = inFlight.filter((i) => requests[i]!.endSeconds > toSeconds)
    return inFlight
      .filter((i) => this.#runs[i]! < MOST_FLOWS)
      .map((i) => this.#firstOf(i) + this.#runs[i]!++)
  }

  /** The numbers of a request, after all runs. */
  outOf(request: number): number[] {
    return Array.from({ length: this.#runs[request]! }, (_, i) => this.#firstOf(request) + i)
  }

  #firstOf(request: number): number {
    return this.#first + request * MOST_FLOWS
  }

  #cursorOf(vCpu: number): Cursor {
    const cursor = this.#cursors.get(vCpu) ?? { next: 0, open: [] }
    this.#cursors.set(vCpu, cursor)
    return cursor
  }
}
