import type { LoggedRequest } from '../traced/request-collector.ts'
import { MaxTree } from './max-tree.ts'

/** In the traced sample, 3 of 5148 requests have more runs. */
export const MOST_FLOWS = 128

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
  /** When each request ends; those that have all their numbers are over for good. */
  readonly #ends: MaxTree

  /**
   * @param requests in the order of their start
   * @param first the lowest number; `MOST_FLOWS` for each request are taken
   */
  constructor(requests: readonly LoggedRequest[], first: number) {
    this.#requests = requests
    this.#first = first
    this.#runs = new Uint8Array(requests.length)
    this.#ends = new MaxTree(requests.map(({ endSeconds }) => endSeconds))
  }

  /**
   * The numbers of a run, in a time that grows with how many they are and only with the logarithm of
   * the number of requests. Runs may come in any order; the first ones get the numbers.
   */
  into(fromSeconds: number, toSeconds: number): number[] {
    const numbers: number[] = []
    const isOpen = (end: number) => end > fromSeconds
    for (
      let request = this.#ends.next(0, isOpen);
      request >= 0 && this.#requests[request]!.startSeconds < toSeconds;
      request = this.#ends.next(request + 1, isOpen)
    ) {
      numbers.push(this.#firstOf(request) + this.#runs[request]!++)
      if (this.#runs[request] === MOST_FLOWS) this.#ends.set(request, Number.NEGATIVE_INFINITY)
    }
    return numbers
  }

  /** The numbers of a request, after all runs. */
  outOf(request: number): number[] {
    return Array.from({ length: this.#runs[request]! }, (_, i) => this.#firstOf(request) + i)
  }

  #firstOf(request: number): number {
    return this.#first + request * MOST_FLOWS
  }
}
