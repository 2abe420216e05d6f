import { TraceError } from '../trace-error.ts'
import type { ScheduleRead, TracePart } from '../xentrace/read-schedule.ts'
import type { StateSpan } from '../xentrace/v-cpu-states.ts'

/**
 * They take 14 bytes each, and while they are recorded 10 more; a busy pCPU makes some ten thousand a
 * second. With as many, with the most requests that are collected, and with the most numbers about
 * them that are kept, a process that does nothing else has 0.44 GB (measured, with a heap of 256 MB).
 */
const MOST_CHANGES = 4_000_000

/** What a vCPU can be besides blocked. */
export const STATES = ['running', 'runnable', 'offline'] as const

const OFFLINE = STATES.indexOf('offline')
const FIRST_ROOM = 1024

/**
 * Who ran, waited and was offline in part of a trace: in the order of time, how many vCPUs of a
 * domain enter (+1) or leave (-1) a state. A vCPU that is offline all the time is not in use and is
 * left out. The part ends with the trace, if that is shorter.
 */
export interface TracedSchedule extends TracePart {
  domains: readonly string[]
  /** The times in it of which nothing is known because records were lost, in order. */
  gaps: readonly TracePart[]
  /** How many pCPUs ran something. */
  pCpus: number
  /** Seconds since the start of the trace. */
  at: Float64Array
  /** Index into `domains`. */
  domain: Uint16Array
  /** Index into `STATES`. */
  state: Uint8Array
  step: Int8Array
}

/** Collects the states that `readSchedule` gives. */
export class ScheduleRecorder {
  readonly #part: TracePart
  readonly #domains = new Map<string, number>()
  readonly #pCpus = new Set<number>()
  // Plain arrays and objects would take several times the room, and there are millions of states.
  #states = 0
  #from = new Float64Array(FIRST_ROOM)
  #to = new Float64Array(FIRST_ROOM)
  #domain = new Uint16Array(FIRST_ROOM)
  #state = new Uint8Array(FIRST_ROOM)

  constructor(part: TracePart) {
    this.#part = part
  }

  /** @throws TraceError `too-much-traced` */
  add({ domain, state, pCpu, fromSeconds, toSeconds }: StateSpan): void {
    if (state === 'blocked') return
    if (pCpu !== null) this.#pCpus.add(pCpu)
    if (2 * this.#states >= MOST_CHANGES) throw tooMuch()
    if (this.#states === this.#from.length) this.#makeRoom()
    const at = this.#states++
    this.#from[at] = fromSeconds
    this.#to[at] = toSeconds
    this.#domain[at] = this.#numberOf(domain)
    this.#state[at] = STATES.indexOf(state)
  }

  finish(read: ScheduleRead): TracedSchedule {
    const [from, to] = [this.#from, this.#to]
    const { fromSeconds } = this.#part
    const toSeconds = Math.max(fromSeconds, Math.min(this.#part.toSeconds, read.toSeconds))
    const used = this.#statesInUse(toSeconds)
    const starts = used.toSorted((a, b) => from[a]! - from[b]!)
    const ends = used.sort((a, b) => to[a]! - to[b]!)
    const changes = 2 * used.length
    const schedule = {
      fromSeconds,
      toSeconds,
      gaps: read.gaps,
      domains: [...this.#domains.keys()],
      pCpus: this.#pCpus.size,
      at: new Float64Array(changes),
      domain: new Uint16Array(changes),
      state: new Uint8Array(changes),
      step: new Int8Array(changes),
    }
    let [started, ended] = [0, 0]
    for (let change = 0; change < changes; change++) {
      // A state begins before it ends, so the starts are used up first.
      const begins = started < starts.length && from[starts[started]!]! <= to[ends[ended]!]!
      const its = begins ? starts[started++]! : ends[ended++]!
      schedule.at[change] = begins ? from[its]! : to[its]!
      schedule.domain[change] = this.#domain[its]!
      schedule.state[change] = this.#state[its]!
      schedule.step[change] = begins ? 1 : -1
    }
    return schedule
  }

  /** The numbers of all states but those of vCPUs that are offline until the end. */
  #statesInUse(toSeconds: number): Uint32Array {
    const isWhole = (its: number) =>
      this.#state[its] === OFFLINE &&
      this.#from[its]! <= this.#part.fromSeconds &&
      this.#to[its]! >= toSeconds
    const used = new Uint32Array(this.#states)
    let count = 0
    for (let its = 0; its < this.#states; its++) if (!isWhole(its)) used[count++] = its
    return used.subarray(0, count)
  }

  #makeRoom(): void {
    this.#from = twiceAsLong(this.#from, Float64Array)
    this.#to = twiceAsLong(this.#to, Float64Array)
    this.#domain = twiceAsLong(this.#domain, Uint16Array)
    this.#state = twiceAsLong(this.#state, Uint8Array)
  }

  #numberOf(domain: string): number {
    const known = this.#domains.get(domain)
    if (known !== undefined) return known
    this.#domains.set(domain, this.#domains.size)
    return this.#domains.size - 1
  }
}

function twiceAsLong<Column extends Float64Array | Uint16Array | Uint8Array>(
  column: Column,
  kind: new (length: number) => Column,
): Column {
  const longer = new kind(2 * column.length)
  longer.set(column)
  return longer
}

function tooMuch(): TraceError {
  return new TraceError('too-much-traced', 'Too much happened in this part of the trace.', {
    expected: `at most ${MOST_CHANGES.toLocaleString('en')} changes of state`,
    fix: 'Ask for a shorter part.',
  })
}
