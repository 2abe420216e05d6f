import type { RequestReceiver } from '../observations/request-sink.ts'

export interface KeptRequest {
  /** Start by the clock of the log, which is the same when the log says the request again. */
  stampEpochSeconds: number
  startEpochSeconds: number
  /** The start when there is no duration. */
  endEpochSeconds: number
  /** NaN when not logged. */
  durationSeconds: number
  isError: boolean
  /** -1 when not logged. */
  bytes: number
}

/** The requests of one log that the kept windows need, in the order in which they were logged. */
export class KeptRequests {
  #kept: KeptRequest[] = []
  /** The start of the last request that began before the kept ones. */
  #lastForgotten = Number.NEGATIVE_INFINITY
  /** How often each request was said that the log may say again. */
  #saidBefore = new Map<string, number>()
  #saidUntil = Number.NEGATIVE_INFINITY

  /** @returns false for a request that is known already, because the log is being read again */
  add(request: KeptRequest): boolean {
    if (this.#saidBefore.size > 0) {
      const key = keyOf(request)
      const times = this.#saidBefore.get(key) ?? 0
      if (times > 0) {
        this.#saidBefore.set(key, times - 1)
        return false
      }
    }
    this.#kept.push(request)
    return true
  }

  /** From now on the log is read again, from an unknown place. */
  expectAgain(): void {
    this.#saidBefore = new Map()
    for (const request of this.#kept) {
      const key = keyOf(request)
      this.#saidBefore.set(key, (this.#saidBefore.get(key) ?? 0) + 1)
      this.#saidUntil = Math.max(this.#saidUntil, request.endEpochSeconds)
    }
  }

  /** Remembers only when a request began that is too old to be kept. */
  pass(startEpochSeconds: number): void {
    this.#lastForgotten = Math.max(this.#lastForgotten, startEpochSeconds)
  }

  get size(): number {
    return this.#kept.length
  }

  /** When the kept requests of a time range began, in order. */
  startsIn(fromEpochSeconds: number, toEpochSeconds: number): number[] {
    return this.#kept
      .map(({ startEpochSeconds }) => startEpochSeconds)
      .filter((start) => start >= fromEpochSeconds && start < toEpochSeconds)
      .sort((a, b) => a - b)
  }

  forgetBefore(epochSeconds: number): void {
    this.#kept = this.#kept.filter((request) => {
      if (request.endEpochSeconds >= epochSeconds) return true
      this.pass(request.startEpochSeconds)
      return false
    })
    if (this.#saidUntil < epochSeconds) this.#saidBefore.clear()
  }

  /**
   * Tells of the requests of some windows, and of the last one before them: the gap after it counts
   * in the window in which it ends. They are told by time of arrival, so that none is too late to
   * be put in order.
   */
  tell(into: RequestReceiver, fromEpochSeconds: number, toEpochSeconds: number): void {
    const sorted = this.#kept
      .filter(({ startEpochSeconds }) => startEpochSeconds < toEpochSeconds)
      .sort((a, b) => a.startEpochSeconds - b.startEpochSeconds)
    const before = sorted.findLast(({ startEpochSeconds }) => startEpochSeconds < fromEpochSeconds)
    if (Number.isFinite(this.#lastForgotten)) into.add(this.#lastForgotten, Number.NaN, false, -1)
    for (const request of sorted)
      if (request.endEpochSeconds >= fromEpochSeconds || request === before)
        into.add(request.startEpochSeconds, request.durationSeconds, request.isError, request.bytes)
  }
}

function keyOf({ stampEpochSeconds, durationSeconds, isError, bytes }: KeptRequest): string {
  return `${stampEpochSeconds} ${durationSeconds} ${isError} ${bytes}`
}
