import type { Observation } from '../observation.ts'
import { ObservationBuilder } from '../observations/observation-builder.ts'
import { KeptTime } from './kept-time.ts'
import type { LiveArrivals } from './live-arrivals.ts'
import { LiveCpu } from './live-cpu.ts'
import { LiveLog } from './live-log.ts'
import type { LineCounts, LiveLogSpec, LogOpening } from './live-log-spec.ts'

export interface LiveOptions {
  /** Whole seconds. Windows start at multiples of it since the epoch. */
  windowSeconds: number
  /** How long after its end a window is taken for finished. */
  graceSeconds: number
  /** How long what arrived is kept, so that windows that were taken can be corrected. */
  keepSeconds: number
  /** The first window begins here or at the next multiple of its length; what was before is ignored. */
  fromEpochSeconds: number
  /**
   * Two samples of the CPU, or two signs of life of a log, that lie farther apart leave a gap: a
   * clock was set, or the machine slept. Default half of `keepSeconds`.
   */
  longestStepSeconds?: number
  /**
   * Where more requests than this are kept, windows are forgotten sooner, as soon as they are taken.
   * Default: no bound.
   */
  maxKeptRequests?: number
}

export interface LiveWindow {
  startEpochSeconds: number
  /** Sorted by domain. */
  observations: Observation[]
  arrivals: LiveArrivals[]
}

/**
 * Turns what arrives from a running host into windows of observations, through the same parsers and
 * builder as uploads. All times are on one clock, in seconds since the epoch. Whatever is not
 * observed is a gap: a domain without observation, a null, or less covered time.
 *
 * Everything of the last `keepSeconds` is kept as it came, and the windows are built from it anew
 * whenever they are due or something of theirs has changed. It is kept that long from the beginning
 * also where `fromEpochSeconds` is longer ago.
 */
export class LiveObserver {
  readonly #windowSeconds: number
  readonly #graceSeconds: number
  readonly #maxKeptRequests: number
  readonly #time: KeptTime
  readonly #logs = new Map<string, LiveLog>()
  readonly #cpu: LiveCpu
  /** The end of the windows that were taken. */
  #takenTo: number
  /** The kept windows that were taken, as text. */
  readonly #taken = new Map<number, string>()
  #firstTakenAt: number | null = null

  constructor(options: LiveOptions) {
    const { windowSeconds, graceSeconds, keepSeconds, fromEpochSeconds } = options
    this.#windowSeconds = windowSeconds
    this.#graceSeconds = graceSeconds
    this.#maxKeptRequests = options.maxKeptRequests ?? Number.POSITIVE_INFINITY
    this.#takenTo = Math.ceil(fromEpochSeconds / windowSeconds) * windowSeconds
    const longestStepSeconds = options.longestStepSeconds ?? keepSeconds / 2
    this.#time = new KeptTime(this.#takenTo, keepSeconds, longestStepSeconds)
    this.#cpu = new LiveCpu(this.#time)
  }

  /** Windows from here on may still be taken or corrected; what came before is forgotten. */
  get fromEpochSeconds(): number {
    return this.#time.fromEpochSeconds
  }

  /**
   * Begins to follow the log of a domain, from the first line that it still holds or later. When it
   * is opened again, lines that it says again count once, and what it says about the time in
   * between fills the gap.
   *
   * @throws TraceError for a format that cannot be read
   */
  openLog(domain: string, spec: LiveLogSpec, opening: LogOpening): void {
    this.#time.reach(opening.atEpochSeconds)
    const log = this.#logs.get(domain)
    if (log) log.openAgain(spec, opening)
    else this.#logs.set(domain, new LiveLog(domain, spec, opening, this.#time))
  }

  /** Lines in the order of the log; the chunks may end anywhere. */
  logLines(domain: string, chunk: Buffer): void {
    this.#logs.get(domain)?.read(chunk)
  }

  /**
   * The log was connected until then, and all that it had to say has come: what it did not say did
   * not happen. Call it every second or so.
   */
  logAlive(domain: string, toEpochSeconds: number): void {
    this.#time.reach(toEpochSeconds)
    this.#logs.get(domain)?.alive(toEpochSeconds)
  }

  /** From then on nothing is known, until the log is opened again. */
  logLost(domain: string, atEpochSeconds: number): void {
    this.#logs.get(domain)?.lost(atEpochSeconds)
  }

  /** Undefined for a log that was never opened. */
  lineCounts(domain: string): Readonly<LineCounts> | undefined {
    return this.#logs.get(domain)?.counts
  }

  /**
   * One sample of xentop, which covers the time since the one before.
   *
   * @param text the rows of all domains, with or without the header
   */
  cpuSample(atEpochSeconds: number, text: string): void {
    this.#time.reach(atEpochSeconds)
    this.#cpu.sample(atEpochSeconds, text)
  }

  /** xentop has ended; its successor begins with a sample that covers nothing. */
  cpuLost(): void {
    this.#cpu.lost()
  }

  /**
   * CPU time that another tool measured, in windows of this observer's length: it replaces that of
   * xentop in the windows that it covers.
   */
  cpuMeasured(observations: readonly Observation[]): void {
    this.#cpu.measured(observations)
  }

  /** Lines that are no rows of xentop, since the beginning. */
  get rejectedCpuRows(): number {
    return this.#cpu.rejectedRows
  }

  /**
   * The windows that ended `graceSeconds` ago, each once; and again, complete, those that have
   * changed since they were taken. Call it every few seconds: it also forgets what is too old.
   */
  take(nowEpochSeconds: number): LiveWindow[] {
    const time = this.#time
    if (nowEpochSeconds < time.latestEpochSeconds - time.keepSeconds)
      this.#beginAnew(nowEpochSeconds)
    time.reach(nowEpochSeconds)
    const begun = this.#takenTo
    this.#takenTo = Math.max(begun, this.#startOf(nowEpochSeconds - this.#graceSeconds))
    const changedFrom = this.#startOf(Math.min(begun, time.changedFromEpochSeconds))
    const from = Math.max(time.fromEpochSeconds, changedFrom)
    const windows = from < this.#takenTo ? this.#changedWindows(from, this.#takenTo) : []
    time.changedFromEpochSeconds = Number.POSITIVE_INFINITY
    this.#firstTakenAt ??= nowEpochSeconds
    if (nowEpochSeconds >= this.#firstTakenAt + time.keepSeconds)
      this.#forgetBefore(this.#startOf(nowEpochSeconds - time.keepSeconds))
    this.#forgetExcess()
    return windows
  }

  #changedWindows(from: number, to: number): LiveWindow[] {
    const built = new Map<number, Observation[]>([...this.#taken.keys()].map((at) => [at, []]))
    for (const observation of this.#build(from, to)) {
      const at = observation.windowStartEpochSeconds
      built.set(at, [...(built.get(at) ?? []), observation])
    }
    const windows: LiveWindow[] = []
    for (const [startEpochSeconds, observations] of [...built].sort(([a], [b]) => a - b)) {
      if (startEpochSeconds < from || startEpochSeconds >= to) continue
      const text = JSON.stringify(observations)
      if (text === this.#taken.get(startEpochSeconds)) continue
      this.#taken.set(startEpochSeconds, text)
      const arrivals = this.#arrivalsIn(startEpochSeconds)
      windows.push({ startEpochSeconds, observations, arrivals })
    }
    return windows
  }

  #build(from: number, to: number): Observation[] {
    const builder = new ObservationBuilder({
      windowSeconds: this.#windowSeconds,
      // What is kept bounds their number; they must not be joined.
      maxWindows: Number.MAX_SAFE_INTEGER,
      requestCoverage: 'as-told',
    })
    for (const log of this.#logs.values()) log.tell(builder, from, to)
    this.#cpu.tell(builder, from, to)
    return builder.finish().observations.map((each) => {
      const cpu = this.#cpu.measuredIn(each)
      return cpu ? { ...each, cpu } : each
    })
  }

  #arrivalsIn(startEpochSeconds: number): LiveArrivals[] {
    const end = startEpochSeconds + this.#windowSeconds
    return [...this.#logs.values()].flatMap((log) => log.arrivalsIn(startEpochSeconds, end) ?? [])
  }

  /** Windows that were not taken yet are kept, however many requests they have. */
  #forgetExcess(): void {
    const kept = () => [...this.#logs.values()].reduce((sum, log) => sum + log.keptRequests, 0)
    while (kept() > this.#maxKeptRequests && this.#time.fromEpochSeconds < this.#takenTo)
      this.#forgetBefore(this.#time.fromEpochSeconds + this.#windowSeconds)
  }

  #forgetBefore(epochSeconds: number): void {
    if (epochSeconds <= this.#time.fromEpochSeconds) return
    this.#time.fromEpochSeconds = epochSeconds
    for (const log of this.#logs.values()) log.forgetBefore(epochSeconds)
    this.#cpu.forgetBefore(epochSeconds)
    for (const start of this.#taken.keys()) if (start < epochSeconds) this.#taken.delete(start)
  }

  /** The clock was set back so far that nothing kept is of the time that begins now. */
  #beginAnew(nowEpochSeconds: number): void {
    for (const log of this.#logs.values()) log.beginAnew(nowEpochSeconds)
    this.#cpu.beginAnew()
    this.#taken.clear()
    this.#firstTakenAt = null
    this.#takenTo = this.#startOf(nowEpochSeconds) + this.#windowSeconds
    this.#time.fromEpochSeconds = this.#takenTo
    this.#time.latestEpochSeconds = nowEpochSeconds
    this.#time.changedFromEpochSeconds = Number.POSITIVE_INFINITY
  }

  #startOf(epochSeconds: number): number {
    return Math.floor(epochSeconds / this.#windowSeconds) * this.#windowSeconds
  }
}
