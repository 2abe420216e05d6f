import type { Trouble, WatchState } from '@steelyard/contract'
import { LiveObserver, type LiveWindow } from '@steelyard/traces'
import type { WatchModel } from '../../generated/prisma/models.ts'
import { DAY_SECONDS, WINDOW_SECONDS } from '../../windows/levels.ts'
import type { WatchLogs, WatchProblem } from '../serialise-watch.ts'

/** What arrived is kept so long: for requests that take long, and logs that come back. */
const KEEP_SECONDS = 300
/** A sample of xentop says what was before it, and arrives this much later at most. */
const LATE_SECONDS = 2
/** About 50 MB: a host with more requests corrects its windows for a shorter time. */
const MAX_KEPT_REQUESTS = 500_000
/** After a longer time without an agent, only this much of it is read from the logs again. */
const LONGEST_BACK_SECONDS = DAY_SECONDS

/**
 * What is known of a watched host at the moment, and how its sources fare. A source is `cpu` or the
 * domain of a log. All times are on the clock of this machine.
 */
export class ObservedHost {
  readonly #intervalSeconds: number
  #observer: LiveObserver
  #storedToEpochSeconds: number | null
  readonly #connected = new Set<string>()
  #aloneSinceEpochSeconds: number
  #hasCpu = false
  #hostTrouble: Trouble | null = null
  readonly #logTroubles = new Map<string, Trouble>()
  readonly #logs = new Set<string>()

  constructor({ intervalSeconds, storedTo }: Pick<WatchModel, 'intervalSeconds' | 'storedTo'>) {
    this.#intervalSeconds = intervalSeconds
    this.#storedToEpochSeconds = storedTo && storedTo.getTime() / 1000
    this.#observer = this.#begin()
    this.#aloneSinceEpochSeconds = nowSeconds()
  }

  get observer(): LiveObserver {
    return this.#observer
  }

  get state(): WatchState {
    if (this.#hostTrouble) return 'failing'
    return this.#hasCpu ? 'watching' : 'starting'
  }

  get problem(): WatchProblem | null {
    if (!this.#hostTrouble && this.#logTroubles.size === 0) return null
    return { host: this.#hostTrouble, logs: Object.fromEntries(this.#logTroubles) }
  }

  get logs(): WatchLogs {
    const known = [...this.#logs].flatMap((domain) => {
      const counts = this.#observer.lineCounts(domain)
      return counts ? [[domain, counts] as const] : []
    })
    return Object.fromEntries(known)
  }

  /**
   * A source is about to say something. Where nothing was connected for longer than what arrived is
   * kept, what the logs still hold belongs to windows that are forgotten: a new observer takes it.
   */
  connected(source: string): void {
    const aloneSeconds = nowSeconds() - this.#aloneSinceEpochSeconds
    if (this.#connected.size === 0 && aloneSeconds > KEEP_SECONDS / 2)
      this.#observer = this.#begin()
    this.#connected.add(source)
  }

  disconnected(source: string): void {
    if (this.#connected.delete(source) && this.#connected.size === 0)
      this.#aloneSinceEpochSeconds = nowSeconds()
  }

  cpuSample(atEpochSeconds: number, text: string): void {
    this.#hasCpu = true
    this.#hostTrouble = null
    this.#observer.cpuSample(atEpochSeconds, text)
  }

  hostFailed(trouble: Trouble): void {
    this.#hostTrouble = trouble
  }

  logFollowed(domain: string): void {
    this.#logs.add(domain)
    this.#logTroubles.delete(domain)
  }

  logFailed(domain: string, trouble: Trouble): void {
    this.#logs.add(domain)
    this.#logTroubles.set(domain, trouble)
  }

  logRemoved(domain: string): void {
    this.#logs.delete(domain)
    this.#logTroubles.delete(domain)
  }

  take(): LiveWindow[] {
    return this.#observer.take(nowSeconds())
  }

  stored(windows: readonly { startEpochSeconds: number }[]): void {
    for (const { startEpochSeconds } of windows)
      this.#storedToEpochSeconds = Math.max(
        this.#storedToEpochSeconds ?? 0,
        startEpochSeconds + WINDOW_SECONDS,
      )
  }

  /**
   * Goes on exactly where the stored windows end: of earlier ones only the logs could be read again,
   * without the CPU times that are stored.
   */
  #begin(): LiveObserver {
    const now = nowSeconds()
    const from = Math.max(this.#storedToEpochSeconds ?? now, now - LONGEST_BACK_SECONDS)
    return new LiveObserver({
      windowSeconds: WINDOW_SECONDS,
      graceSeconds: this.#intervalSeconds + LATE_SECONDS,
      keepSeconds: KEEP_SECONDS,
      maxKeptRequests: MAX_KEPT_REQUESTS,
      fromEpochSeconds: Math.min(now, from),
    })
  }
}

/** The clock of this machine: unlike a monotonic one it follows when it is set. */
export const nowSeconds = () => Date.now() / 1000
