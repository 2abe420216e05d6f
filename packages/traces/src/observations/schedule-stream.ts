import type { CpuAmounts, CpuCell } from './cpu-cell.ts'
import type { CpuMeter } from './cpu-meter.ts'
import type { ScheduleLength } from './schedule-cell.ts'
import type { Subject } from './subject.ts'
import type { WindowGrid } from './window-grid.ts'

type VCpuState = 'running' | 'runnable' | 'blocked' | 'offline'

/**
 * Writes the data of a scheduler trace about one domain into its windows. Times are seconds since
 * the start of the trace: seconds since the epoch are too coarse for nanoseconds.
 */
export class ScheduleStream {
  #cell: CpuCell | null = null
  #index = 0
  #from = 0
  #to = 0
  #generation = -1
  readonly #grid: WindowGrid
  readonly #subject: Subject
  readonly #meter: CpuMeter
  readonly #startSeconds: number

  /** @param startSeconds start of the trace, since the origin of the grid */
  constructor(grid: WindowGrid, meter: CpuMeter, subject: Subject, startSeconds: number) {
    this.#grid = grid
    this.#meter = meter
    this.#subject = subject
    this.#startSeconds = startSeconds
  }

  /** Adds the time of a vCPU in a state; each window gets its part. */
  state(state: VCpuState, from: number, to: number): void {
    let cell = this.#cellAt(from)
    for (let at = from; ; cell = this.#enter(this.#index + 1)) {
      const end = Math.min(to, this.#to)
      const seconds = Math.max(0, end - at)
      if (state === 'offline') cell.schedule.offlineSeconds += seconds
      else cell.add(AMOUNTS[state], seconds)
      if (state === 'running') {
        const { parts, windowSeconds } = this.#grid
        const position = ((at - this.#from) * parts) / windowSeconds
        cell.usedByPart.spread(position, position + (seconds * parts) / windowSeconds, seconds)
      }
      if (end >= to) return
      at = end
    }
  }

  /** Records that a vCPU was put on a pCPU. */
  dispatched(at: number): void {
    this.#cellAt(at).add(DISPATCH, 1)
  }

  length(what: ScheduleLength, end: number, seconds: number): void {
    this.#cellAt(end).schedule.addLength(what, seconds)
  }

  continued(at: number): void {
    this.#cellAt(at).schedule.continuations++
  }

  /** Adds `seconds` of waiting within the window of `at`, while `other` ran. */
  waitedBehind(other: string, at: number, seconds: number): void {
    this.#cellAt(at).schedule.addBehind(other, seconds)
  }

  /** The end of the window that contains `at`. */
  windowEnd(at: number): number {
    const { windowSeconds } = this.#grid
    const end =
      (this.#grid.indexOf(this.#startSeconds + at) + 1) * windowSeconds - this.#startSeconds
    return end > at ? end : end + windowSeconds
  }

  #cellAt(at: number): CpuCell {
    if (
      this.#cell &&
      at >= this.#from &&
      at < this.#to &&
      this.#generation === this.#grid.generation
    )
      return this.#cell
    return this.#enter(this.#grid.indexOf(this.#startSeconds + at))
  }

  /** Uses the index, because a window's first moment may be rounded into the window before. */
  #enter(index: number): CpuCell {
    const grid = this.#grid
    const middle = (index + 0.5) * grid.windowSeconds
    const cell = grid.cellAt(this.#subject, middle).cpu(this.#meter)
    this.#cell = cell
    this.#index = grid.indexOf(middle)
    this.#from = this.#index * grid.windowSeconds - this.#startSeconds
    this.#to = this.#from + grid.windowSeconds
    this.#generation = grid.generation
    return cell
  }
}

const NOTHING: CpuAmounts = {
  usedSeconds: 0,
  runnableWaitSeconds: 0,
  blockedSeconds: 0,
  dispatches: 0,
  ioCount: null,
}
const DISPATCH: CpuAmounts = { ...NOTHING, dispatches: 1 }
const AMOUNTS: Record<Exclude<VCpuState, 'offline'>, CpuAmounts> = {
  running: { ...NOTHING, usedSeconds: 1 },
  runnable: { ...NOTHING, runnableWaitSeconds: 1 },
  blocked: { ...NOTHING, blockedSeconds: 1 },
}
