import type { ObservationBuilder } from '../observations/observation-builder.ts'
import { domainsAmong, type Subject } from '../observations/subject.ts'
import { defaultDomainName } from '../reading/domain.ts'
import type { TraceError } from '../trace-error.ts'
import { ClockRate } from './clock-rate.ts'
import { PCpuMerge } from './p-cpu-merge.ts'
import type { RecordHandler, TraceRecord } from './record-reader.ts'
import { EVENT, IDLE_DOMAIN, isRunstateChange, newState, oldState } from './trace-events.ts'
import { type ScheduleListener, VCpuStates } from './v-cpu-states.ts'
import type { XentraceSpec } from './xentrace-spec.ts'

/** Event kinds that are not state changes; a state change is 0 to 15. */
const CONTINUED = 16
const GAP_BEGINS = 17
const GAP_ENDS = 18

/** Clocks of pCPUs differ by microseconds; no trace is silent for a day. */
const LONGEST_STEP_BACK_SECONDS = 1
const LONGEST_SILENCE_SECONDS = 86_400
/** If the given and the measured clock rate differ by more, one of them is wrong. */
const RATE_TOLERANCE = 0.01

/** Turns the records of all pCPUs into the states of the vCPUs, in the order of time. */
export class XentraceReading implements RecordHandler {
  stateChanges = 0
  #lostRecords = 0
  readonly #rate = new ClockRate()
  readonly #merge: PCpuMerge
  readonly #states: VCpuStates
  /** Last time of each pCPU, in cycles since the first record of the file. */
  readonly #lastOf = new Map<number, number>()
  #baseHigh = 0
  #baseLow = 0
  #hasBase = false
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY
  /** Time of the first event released; earlier ones that turn up count from there. */
  #start: number | null = null
  readonly #spec: XentraceSpec
  readonly #damage: (message: string) => TraceError

  constructor(
    spec: XentraceSpec,
    into: ObservationBuilder,
    damage: (message: string) => TraceError,
    listener?: ScheduleListener,
  ) {
    this.#spec = spec
    this.#damage = damage
    const subjectOf = (id: number) => this.#subjectOf(id)
    this.#states = new VCpuStates(into, spec.startEpochSeconds, subjectOf, listener)
    this.#merge = new PCpuMerge((time, pCpu, subject, kind) =>
      this.#give(time, pCpu, subject, kind),
    )
  }

  get firstEpochSeconds(): number {
    return this.#spec.startEpochSeconds
  }

  get lastEpochSeconds(): number {
    return this.#spec.startEpochSeconds + this.#secondsOf(this.#last)
  }

  get domains(): string[] {
    return domainsAmong(this.#states.subjects)
  }

  piece(pCpu: number): void {
    this.#merge.piece(pCpu)
  }

  record(record: TraceRecord): void {
    const { event, pCpu, timed, data } = record
    if (!timed) {
      if (isRunstateChange(event)) throw this.#damage('A change of state has no time.')
      return
    }
    const time = this.#timeOf(record)
    if (isRunstateChange(event)) {
      if (record.words === 0) throw this.#damage('A change of state names no vCPU.')
      this.stateChanges++
      this.#merge.push(time, pCpu, data[0]!, oldState(event) * 4 + newState(event))
    } else if (event === EVENT.continueRunning && record.words > 0)
      this.#merge.push(time, pCpu, data[0]!, CONTINUED)
    else if (event === EVENT.lostRecords) this.#lose(record, time)
    else this.#rate.see(record)
  }

  finish(): void {
    this.#merge.finish()
    if (this.#start !== null) this.#states.end(this.#secondsOf(this.#last))
  }

  notes({ unreadBytes, missingBytes }: { unreadBytes: number; missingBytes: number }): string[] {
    const notes: string[] = []
    const lostRecords = this.#lostRecords
    const states = this.#states
    const merge = this.#merge
    if (lostRecords > 0)
      notes.push(
        `Xen lost ${lostRecords} records because its buffer was full, so ${states.gapSeconds.toFixed(3)} s of the trace do not count. A larger buffer (xentrace -S 256) avoids this.`,
      )
    if (unreadBytes + missingBytes > 0)
      notes.push(
        'The file ends in the middle of a piece, so it was cut off. Everything before that is used. Stop xentrace with -T or Ctrl-C, and copy the file only afterwards.',
      )
    if (states.contradictions > 0)
      notes.push(
        `${states.contradictions} changes of state do not follow from the one before. The clocks of the pCPUs differ a little, or records are missing.`,
      )
    if (merge.late > 0)
      notes.push(
        `${merge.late} records came too late to be put in order. They count at the time of the records read before them.`,
      )
    const measured = this.#rate.hz()
    if (measured && Math.abs(measured / this.#spec.tscHz - 1) > RATE_TOLERANCE)
      notes.push(
        `By Xen's own run times in the trace, its clock runs at ${(measured / 1e9).toFixed(4)} GHz, not ${(this.#spec.tscHz / 1e9).toFixed(4)} GHz. All times are wrong by that ratio.`,
      )
    return notes
  }

  /** The pCPU's activity between the first record that was lost and this one is unknown. */
  #lose({ pCpu, words, data }: TraceRecord, time: number): void {
    if (words > 0) this.#lostRecords += data[0]!
    const began =
      words >= 4 ? (data[3]! - this.#baseHigh) * 2 ** 32 + (data[2]! - this.#baseLow) : this.#first
    if (time - began > LONGEST_SILENCE_SECONDS * this.#spec.tscHz)
      throw this.#damage(`Records of pCPU ${pCpu} were lost for more than a day.`)
    this.#merge.push(Math.min(began, time), pCpu, 0, GAP_BEGINS)
    this.#merge.push(time, pCpu, 0, GAP_ENDS)
  }

  #give(time: number, pCpu: number, subject: number, kind: number): void {
    this.#start ??= Math.min(this.#first, time)
    const at = this.#secondsOf(time)
    if (kind === CONTINUED) this.#states.continued(at, pCpu, subject)
    else if (kind === GAP_BEGINS) this.#states.beginGap(at)
    else if (kind === GAP_ENDS) this.#states.endGap(at)
    else this.#states.change(at, pCpu, subject, kind >> 2, kind & 3)
  }

  #secondsOf(cycles: number): number {
    return Math.max(0, (cycles - (this.#start ?? 0)) / this.#spec.tscHz)
  }

  #timeOf({ pCpu, tscHigh, tscLow }: TraceRecord): number {
    if (!this.#hasBase) {
      this.#hasBase = true
      this.#baseHigh = tscHigh
      this.#baseLow = tscLow
    }
    const time = (tscHigh - this.#baseHigh) * 2 ** 32 + (tscLow - this.#baseLow)
    const step = time - (this.#lastOf.get(pCpu) ?? 0)
    const { tscHz } = this.#spec
    if (step < -LONGEST_STEP_BACK_SECONDS * tscHz && this.#lastOf.has(pCpu))
      throw this.#damage(`Time goes back by ${(-step / tscHz).toFixed(0)} s on pCPU ${pCpu}.`)
    if (Math.abs(step) > LONGEST_SILENCE_SECONDS * tscHz)
      throw this.#damage(`Between two records of pCPU ${pCpu} lies more than a day.`)
    this.#lastOf.set(pCpu, time)
    this.#merge.seen(time)
    if (time < this.#first) this.#first = time
    if (time > this.#last) this.#last = time
    return time
  }

  #subjectOf(id: number): Subject {
    const shown = id === IDLE_DOMAIN ? -1 : id
    return this.#spec.domainNames?.[String(shown)] ?? defaultDomainName(shown)
  }
}
