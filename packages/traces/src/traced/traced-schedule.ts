import { TraceError } from '../trace-error.ts'
import type { ScheduleRead, TracePart } from '../xentrace/read-schedule.ts'
import type { StateSpan } from '../xentrace/v-cpu-states.ts'

/** They take 14 bytes each; a busy pCPU makes some ten thousand a second. */
const MOST_CHANGES = 4_000_000

/** What a vCPU can be besides blocked. */
export const STATES = ['running', 'runnable', 'offline'] as const

const OFFLINE = STATES.indexOf('offline')

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
  readonly #at: number[] = []
  readonly #domain: number[] = []
  readonly #state: number[] = []

  constructor(part: TracePart) {
    this.#part = part
  }

  /** @throws TraceError `too-much-traced` */
  add({ domain, state, pCpu, fromSeconds, toSeconds }: StateSpan): void {
    if (state === 'blocked') return
    if (pCpu !== null) this.#pCpus.add(pCpu)
    if (this.#at.length >= MOST_CHANGES) throw tooMuch()
    this.#at.push(fromSeconds, toSeconds)
    const number = this.#numberOf(domain)
    this.#domain.push(number, number)
    const index = STATES.indexOf(state)
    this.#state.push(index, index)
  }

  finish(read: ScheduleRead): TracedSchedule {
    const at = this.#at
    const { fromSeconds } = this.#part
    const toSeconds = Math.max(fromSeconds, Math.min(this.#part.toSeconds, read.toSeconds))
    const order = this.#changesUntil(toSeconds).sort((a, b) => at[a]! - at[b]! || a - b)
    return {
      fromSeconds,
      toSeconds,
      gaps: read.gaps,
      domains: [...this.#domains.keys()],
      pCpus: this.#pCpus.size,
      at: Float64Array.from(order, (i) => at[i]!),
      domain: Uint16Array.from(order, (i) => this.#domain[i]!),
      state: Uint8Array.from(order, (i) => this.#state[i]!),
      step: Int8Array.from(order, (i) => (i % 2 === 0 ? 1 : -1)),
    }
  }

  /** The numbers of all changes but those of vCPUs that are offline until the end. */
  #changesUntil(toSeconds: number): Uint32Array {
    const isWhole = (start: number) =>
      this.#state[start] === OFFLINE &&
      this.#at[start]! <= this.#part.fromSeconds &&
      this.#at[start + 1]! >= toSeconds
    // Every second one is the end of a state.
    return Uint32Array.from(this.#at.keys()).filter((i) => !isWhole(i - (i % 2)))
  }

  #numberOf(domain: string): number {
    const known = this.#domains.get(domain)
    if (known !== undefined) return known
    this.#domains.set(domain, this.#domains.size)
    return this.#domains.size - 1
  }
}

function tooMuch(): TraceError {
  return new TraceError('too-much-traced', 'Too much happened in this part of the trace.', {
    expected: `at most ${MOST_CHANGES.toLocaleString('en')} changes of state`,
    fix: 'Ask for a shorter part.',
  })
}
