/** Fewer durations may be whole seconds by chance. */
const FEWEST = 20

/** How finely a log writes its durations, as far as they show it. */
export class DurationResolution {
  #count = 0
  #zeros = 0
  #isWhole = true

  add(seconds: number): void {
    this.#count++
    if (seconds === 0) this.#zeros++
    else if (this.#isWhole && !Number.isInteger(seconds)) this.#isWhole = false
  }

  /** Whole seconds measure no web request: each is cut by half a second on average. */
  get isTooCoarse(): boolean {
    return this.isWholeSoFar && this.#count >= FEWEST
  }

  /** False before the first. */
  get isWholeSoFar(): boolean {
    return this.#isWhole && this.#count > 0
  }

  get notes(): string[] {
    if (this.isTooCoarse) {
      const what = this.#zeros === this.#count ? 'whole seconds, all of them 0' : 'whole seconds'
      return [
        `Its durations are ${what}, so it shows no response times, only arrivals: a log cannot show times below its resolution. Add %D (Apache) or $request_time (nginx) to the log format.`,
      ]
    }
    if (this.#count < FEWEST || this.#zeros <= this.#count / 2) return []
    return [
      `${Math.round((100 * this.#zeros) / this.#count)} % of its durations are 0: they are shorter than the log can show.`,
    ]
  }
}
