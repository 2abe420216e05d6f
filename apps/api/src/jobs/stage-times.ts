/** How long a job spent in each of its stages, for the log: where its time went. */
export class StageTimes {
  readonly #spentMs = new Map<string, number>()
  #stage = 'Starting'
  #since = performance.now()

  /** Enters a stage; staying in the same one changes nothing. */
  enter(stage: string): void {
    if (stage === this.#stage) return
    this.#settle()
    this.#stage = stage
  }

  /** Whole milliseconds by stage, the current one included. */
  read(): Record<string, number> {
    this.#settle()
    return Object.fromEntries([...this.#spentMs].map(([stage, ms]) => [stage, Math.round(ms)]))
  }

  #settle(): void {
    const now = performance.now()
    this.#spentMs.set(this.#stage, (this.#spentMs.get(this.#stage) ?? 0) + now - this.#since)
    this.#since = now
  }
}
