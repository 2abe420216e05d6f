const QUIET_MS = 60_000
const MAX_WAIT_MS = 30_000

/** How long to wait before something that crashed is started again: longer each time, up to 30 s. */
export class BackOff {
  readonly #firstWaitMs: number
  #waitMs: number

  constructor(firstWaitMs = 1000) {
    this.#firstWaitMs = firstWaitMs
    this.#waitMs = firstWaitMs
  }

  /** @param lastedMs how long it ran; after a quiet minute the waits begin anew */
  waitAfter(lastedMs: number): number {
    if (lastedMs >= QUIET_MS) this.#waitMs = this.#firstWaitMs
    const waitMs = this.#waitMs
    this.#waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)
    return waitMs
  }
}
