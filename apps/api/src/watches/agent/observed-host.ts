import type { Trouble, WatchState } from '@steelyard/contract'
import { type LiveLogSpec, LiveObserver, type LiveWindow, type LogOpening } from '@steelyard/traces'
import { epochSecondsOf, nowSeconds } from '../../epoch.ts'
import type { WatchModel } from '../../generated/prisma/models.ts'
import { DAY_SECONDS, WINDOW_SECONDS } from '../../windows/levels.ts'
import type { WatchLogs, WatchProblem } from '../serialise-watch.ts'
import { ReturnedLog, type ReturnedWindows } from './returned-log.ts'

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
  #begunAtEpochSeconds!: number
  /** By domain: until when its log was last heard. */
  readonly #lostAt = new Map<string, number>()
  readonly #returned = new Map<string, ReturnedLog>()
  #hasCpu = false
  #hostTrouble: Trouble | null = null
  readonly #logTroubles = new Map<string, Trouble>()
  readonly #logs = new Set<string>()

  constructor({ intervalSeconds, storedTo }: Pick<WatchModel, 'intervalSeconds' | 'storedTo'>) {
    this.#intervalSeconds = intervalSeconds
    this.#storedToEpochSeconds = storedTo && epochSecondsOf(storedTo)
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

  /** How long nothing has been heard of a log that is not open. */
  awaySeconds(domain: string): number {
    return nowSeconds() - this.#lostSince(domain)
  }

  /**
   * @returns all that take in what the log says from now on
   * @throws TraceError for a format that cannot be read
   */
  openLog(domain: string, spec: LiveLogSpec, opening: LogOpening): LiveObserver[] {
    const observers = [this.#observer, ...this.#observersOfForgotten(domain)]
    for (const observer of observers) observer.openLog(domain, spec, opening)
    this.#logs.add(domain)
    this.#logTroubles.delete(domain)
    return observers
  }

  logLost(domain: string, atEpochSeconds: number): void {
    this.#observer.logLost(domain, atEpochSeconds)
    this.#lostAt.set(domain, atEpochSeconds)
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

  /** What logs that were away for long have said of the time that `take` no longer tells of. */
  takeReturned(): ReturnedWindows[] {
    const now = nowSeconds()
    return [...this.#returned].flatMap(([domain, log]) => {
      const windows = log.take(now)
      if (log.hasSaidAll(now) && this.#connected.has(domain)) this.#returned.delete(domain)
      return windows.length > 0 ? { domain, windows } : []
    })
  }

  stored(windows: readonly { startEpochSeconds: number }[]): void {
    for (const { startEpochSeconds } of windows)
      this.#storedToEpochSeconds = Math.max(
        this.#storedToEpochSeconds ?? 0,
        startEpochSeconds + WINDOW_SECONDS,
      )
  }

  #lostSince(domain: string): number {
    return this.#lostAt.get(domain) ?? this.#begunAtEpochSeconds
  }

  /** One that takes in what the host's observer has forgotten since the log was lost. */
  #observersOfForgotten(domain: string): LiveObserver[] {
    const now = nowSeconds()
    // One that was lost again before it had said all begins where it began before.
    const since = this.#returned.get(domain)?.fromEpochSeconds ?? this.#lostSince(domain)
    const from = Math.max(since, now - LONGEST_BACK_SECONDS)
    this.#returned.delete(domain)
    if (from >= this.#observer.fromEpochSeconds) return []
    const returned = new ReturnedLog(from, this.#observer.fromEpochSeconds, now)
    this.#returned.set(domain, returned)
    return [returned.observer]
  }

  /**
   * Goes on exactly where the stored windows end: of earlier ones only the logs could be read again,
   * without the CPU times that are stored.
   */
  #begin(): LiveObserver {
    const now = nowSeconds()
    const from = Math.max(this.#storedToEpochSeconds ?? now, now - LONGEST_BACK_SECONDS)
    this.#begunAtEpochSeconds = from
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
