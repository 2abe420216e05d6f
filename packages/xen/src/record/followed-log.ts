import { boundOffset, offsetOf, readDate } from './clock.ts'
import type { FollowOptions, GuestLogFacts } from './guest-log.ts'

/** The first line is the guest's clock; anything longer is not. */
const MAX_CLOCK_BYTES = 40
const MAX_LINE_BYTES = 64 * 1024
const LINE_FEED = 0x0a
const PROGRESS_MS = 1_000

/**
 * The output of a followed log: strips the clock from its beginning, counts bytes, and determines
 * the end.
 */
export class FollowedLog {
  readonly #options: FollowOptions
  readonly #now: () => number
  readonly #askedAt: number
  readonly #over = new AbortController()
  #timers: NodeJS.Timeout[] = []
  #startedAt: number | null = null
  #endedAt: number | null = null
  #held: Buffer = Buffer.alloc(0)
  #isBeginning = true
  #clock: GuestLogFacts['clock'] = null
  #bytes = 0

  constructor(options: FollowOptions, nowSeconds: () => number) {
    this.#options = options
    this.#now = nowSeconds
    this.#askedAt = nowSeconds()
  }

  /** Aborts when the time is over. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  async take(chunk: Buffer): Promise<void> {
    const arrivedAt = this.#now()
    if (this.#startedAt === null) this.#start(arrivedAt)
    const lines = this.#wholeLines(chunk)
    if (lines.length === 0) return
    const bytes = this.#isBeginning ? this.#withoutClock(lines, arrivedAt) : lines
    if (bytes.length === 0) return
    this.#bytes += bytes.length
    await this.#options.sink(bytes)
  }

  close(): void {
    this.#options.until?.removeEventListener('abort', this.#end)
    for (const timer of this.#timers) clearInterval(timer)
  }

  /** Null when nothing ever arrived. */
  facts(): GuestLogFacts | null {
    if (this.#startedAt === null) return null
    return {
      startedAtSeconds: this.#startedAt,
      recordedSeconds: (this.#endedAt ?? this.#now()) - this.#startedAt,
      bytes: this.#bytes,
      clock: this.#clock,
    }
  }

  #start(at: number): void {
    const { seconds, until } = this.#options
    this.#startedAt = at
    this.#timers = [
      setTimeout(this.#end, seconds * 1000),
      setInterval(() => this.#reportProgress(), PROGRESS_MS),
    ]
    until?.addEventListener('abort', this.#end)
    this.#reportProgress()
    if (until?.aborted) this.#end()
  }

  readonly #end = (): void => {
    this.#endedAt = this.#now()
    this.#over.abort()
  }

  #reportProgress(): void {
    const { seconds, onProgress } = this.#options
    const secondsDone = Math.min(seconds, this.#now() - this.#startedAt!)
    onProgress?.({ secondsDone, secondsTotal: seconds, bytes: this.#bytes })
  }

  /** Passes on whole lines only, so that the kept part does not end in the middle of a request. */
  #wholeLines(chunk: Buffer): Buffer {
    const bytes = Buffer.concat([this.#held, chunk])
    const end = bytes.lastIndexOf(LINE_FEED) + 1
    const cut = end === 0 && bytes.length > MAX_LINE_BYTES ? bytes.length : end
    this.#held = bytes.subarray(cut)
    return bytes.subarray(0, cut)
  }

  #withoutClock(lines: Buffer, arrivedAt: number): Buffer {
    this.#isBeginning = false
    const end = lines.indexOf(LINE_FEED)
    const shown = readDate(lines.toString('latin1', 0, Math.min(end, MAX_CLOCK_BYTES)))
    if (shown) this.#clock = offsetOf(boundOffset(shown, this.#askedAt, arrivedAt))
    this.#options.onOpen?.({ atSeconds: this.#askedAt, clock: this.#clock })
    return shown ? lines.subarray(end + 1) : lines
  }
}
