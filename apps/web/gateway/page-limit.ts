const WINDOW_MS = 60_000

/** Counts the pages that each address asked for in the current minute. */
export class PageLimit {
  readonly #max: number
  readonly #counts = new Map<string, number>()
  #windowEnds = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Counts one page. Returns the seconds to wait, or 0 if the page may be had now. */
  secondsToWait(address: string): number {
    const now = Date.now()
    if (now >= this.#windowEnds) {
      this.#counts.clear()
      this.#windowEnds = now + WINDOW_MS
    }
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    return count > this.#max ? Math.ceil((this.#windowEnds - now) / 1000) : 0
  }
}
