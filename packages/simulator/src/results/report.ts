import type { TwinSpan } from '../config/twin-config.ts'
import { runState } from '../run-state.ts'
import { nanoseconds } from '../units.ts'
import { Histogram } from './histogram.ts'
import { interval } from './interval.ts'
import type { Recorder } from './recorder.ts'
import type {
  DomainResult,
  PCpuResult,
  RequestResult,
  SchedulingResult,
  SpanResult,
  WindowResult,
} from './twin-result.ts'

/** Edges are rounded to nanoseconds. */
const NEGLIGIBLE_SECONDS = 1e-6

interface Reported {
  names: string[]
  /** Which domains have requests. */
  loaded: boolean[]
  /** Which have real-time work. */
  realTime: boolean[]
  cdfAtSeconds: readonly number[]
  /** Whether windows have their own response times. */
  windowResponses: boolean
  /** Whether the scheduler lends credits. */
  lends: boolean
}

/** Converts counts into the result. Window 0 is the warm-up. */
export class Report {
  readonly #recorder: Recorder
  readonly #of: Reported

  constructor(recorder: Recorder, of: Reported) {
    this.#recorder = recorder
    this.#of = of
  }

  windows(): WindowResult[] {
    return this.#counted().map((window) => {
      const [startSeconds, endSeconds] = this.#recorder.span(window)
      const responseWindows = this.#of.windowResponses ? [window] : null
      return { startSeconds, endSeconds, domains: this.#scheduling([window], responseWindows) }
    })
  }

  /** The percentiles of a span are those of all its requests, not means over its windows. */
  spans(asked: readonly TwinSpan[]): SpanResult[] {
    return asked.map(({ fromSeconds, toSeconds }) => {
      const windows = this.#counted().filter((window) => {
        const [start, end] = this.#recorder.span(window)
        return start >= fromSeconds - NEGLIGIBLE_SECONDS && end <= toSeconds + NEGLIGIBLE_SECONDS
      })
      return {
        domains: this.#of.names.map((name, d) => ({
          name,
          requests: this.#of.loaded[d] ? this.#requests(windows, windows, d) : null,
        })),
      }
    })
  }

  domains(): DomainResult[] {
    const recorder = this.#recorder
    const responseWindows = withoutWarmUp(recorder.responseWindows)
    return this.#scheduling(this.#counted(), responseWindows).map((scheduling, d) => ({
      ...scheduling,
      runLength: recorder.stays[d]!.runs.distribution(),
      wakeToRun: recorder.stays[d]!.wakeWaits.distribution(),
      preemptedWait: recorder.stays[d]!.preemptWaits.distribution(),
      deadlines: this.#of.realTime[d]
        ? {
            jobs: recorder.deadlines[d]!,
            missed: recorder.missed[d]!,
            lateness: recorder.lateness[d]!.distribution(),
          }
        : null,
      loans: this.#of.lends ? recorder.loans[d]!.result() : null,
    }))
  }

  pCpus(count: number): PCpuResult[] {
    const length = this.#seconds(this.#counted())
    return Array.from({ length: count }, (_, p) => {
      const busySeconds = this.#sum(this.#counted(), (w) => this.#recorder.busySeconds(w, p))
      return { busySeconds, idleSeconds: length - busySeconds }
    })
  }

  #counted(): number[] {
    return withoutWarmUp(this.#recorder.windows)
  }

  #sum(windows: number[], of: (window: number) => number): number {
    return windows.reduce((sum, window) => sum + of(window), 0)
  }

  #seconds(windows: number[]): number {
    return this.#sum(windows, (window) => {
      const [begin, end] = this.#recorder.span(window)
      return end - begin
    })
  }

  /**
   * @param responseWindows the corresponding windows of responses; null where these are not counted
   */
  #scheduling(windows: number[], responseWindows: number[] | null): SchedulingResult[] {
    const recorder = this.#recorder
    const seconds = this.#seconds(windows)
    return this.#of.names.map((name, d) => {
      const inState = (state: number) =>
        this.#sum(windows, (w) => recorder.stateSeconds(w, d, state))
      const rate = (counter: Parameters<Recorder['counter']>[0]) =>
        this.#sum(windows, (w) => recorder.counter(counter, w, d)) / seconds
      const stateSeconds = {
        running: inState(runState.running),
        woken: inState(runState.woken),
        preempted: inState(runState.preempted),
        blocked: inState(runState.blocked),
        parked: inState(runState.parked),
      }
      return {
        name,
        stateSeconds,
        cpuShare: stateSeconds.running / seconds,
        dispatchesPerSecond: rate('dispatches'),
        continuationsPerSecond: rate('continuations'),
        wakesPerSecond: rate('wakes'),
        preemptionsPerSecond: rate('preemptions'),
        requests:
          this.#of.loaded[d] && responseWindows
            ? this.#requests(windows, responseWindows, d)
            : null,
      }
    })
  }

  #requests(windows: number[], responseWindows: number[], d: number): RequestResult {
    const recorder = this.#recorder
    const merged = (of: (window: number) => Histogram) => {
      const all = new Histogram()
      for (const window of responseWindows) all.merge(of(window))
      return all
    }
    const times = merged((window) => recorder.responsesOf(window, d))
    const batchMeans = responseWindows.flatMap((window) => recorder.batchMeans(window, d))
    return {
      arrived: this.#sum(windows, (window) => recorder.arrivals(window, d)),
      answered: times.count,
      responseTime: times.distribution(),
      loggedTime: merged((window) => recorder.loggedOf(window, d)).distribution(),
      meanHalfWidthSeconds: batchMeans.length < 2 ? null : interval(batchMeans).halfWidth,
      cdf: this.#of.cdfAtSeconds.map((at) => times.fractionUpTo(nanoseconds(at))),
    }
  }
}

function withoutWarmUp(windows: number): number[] {
  return Array.from({ length: windows - 1 }, (_, index) => index + 1)
}
