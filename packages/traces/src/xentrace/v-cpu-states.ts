import type { ObservationBuilder } from '../observations/observation-builder.ts'
import type { ScheduleLength } from '../observations/schedule-cell.ts'
import type { ScheduleStream } from '../observations/schedule-stream.ts'
import { nameOf, type Subject } from '../observations/subject.ts'
import { TraceError } from '../trace-error.ts'
import { BLOCKED, IDLE_DOMAIN, RUNNABLE, RUNNING, STATE_NAMES } from './trace-events.ts'
import { WaitedBehind } from './waited-behind.ts'
import { XENTRACE_METER } from './xentrace-spec.ts'

/** A time that a vCPU spent in one state; seconds since the start of the trace. */
export interface StateSpan {
  domain: string
  vCpu: number
  state: (typeof STATE_NAMES)[number]
  /** The pCPU that ran it. Null in any other state. */
  pCpu: number | null
  fromSeconds: number
  toSeconds: number
}

/** Hears how vCPUs went from state to state, in the order of time. */
export interface ScheduleListener {
  /** A state of a vCPU has ended. */
  span(span: StateSpan): void
  /** Records were lost, so nothing is known of this time; seconds since the start of the trace. */
  gap(fromSeconds: number, toSeconds: number): void
  /** Here the trace ends, or what was read of it; seconds since its start. */
  end(seconds: number): void
}

const UNKNOWN = -1
/** More than any host has; each occupies memory until the end. */
const MAX_VCPUS = 100_000

interface Domain {
  name: string
  stream: ScheduleStream
  /** Its number in the matrix of waits. */
  use: number
  idle: boolean
}

interface VCpu {
  number: number
  domain: Domain
  state: number
  since: number
  /** Where it entered the state. */
  pCpu: number
  /** The state before this one; UNKNOWN when the beginning of this one was not seen. */
  before: number
  /** Old and new state of a change that was left out, in case it turns up late. */
  missing: number
}

/** Encodes the old and new state of a change in one number. */
const changeOf = (from: number, to: number): number => from * 4 + to

/**
 * Follows each vCPU from state to state. Times are seconds since the start of the trace, in order.
 * A vCPU's first record contains its old state too. It has been in that state since the trace (or
 * the part of it after a gap) began, because a change would have been recorded.
 */
export class VCpuStates {
  /** Number of records that do not continue the known state of their vCPU. */
  contradictions = 0
  gapSeconds = 0
  readonly #vCpus = new Map<number, VCpu>()
  readonly #byDomain = new Map<number, Domain>()
  /** Null where somebody listens: it looks at each domain for each wait, and who listens sees who ran. */
  readonly #behind: WaitedBehind | null
  readonly #pCpus = new Set<number>()
  /** The time since which nothing is missing; while a gap is open, its beginning. */
  #known = 0
  #openGaps = 0
  #windowEnd = Number.NEGATIVE_INFINITY
  readonly #into: ObservationBuilder
  readonly #startEpochSeconds: number
  readonly #subjectOf: (domainId: number) => Subject
  readonly #listener: ScheduleListener | undefined

  constructor(
    into: ObservationBuilder,
    startEpochSeconds: number,
    subjectOf: (domainId: number) => Subject,
    listener?: ScheduleListener,
  ) {
    this.#into = into
    this.#startEpochSeconds = startEpochSeconds
    this.#subjectOf = subjectOf
    this.#listener = listener
    this.#behind = listener ? null : new WaitedBehind()
  }

  get subjects(): Subject[] {
    return [...this.#byDomain.keys()].map((id) => this.#subjectOf(id))
  }

  change(at: number, pCpu: number, subject: number, from: number, to: number): void {
    this.#reach(at, pCpu)
    if (this.#openGaps > 0) return
    const vCpu = this.#vCpuOf(subject)
    const asKnown = vCpu.state === from
    if (vCpu.state === UNKNOWN) this.#spend(vCpu, from, pCpu, this.#known, at)
    else if (!asKnown) {
      this.contradictions++
      // Slightly different clocks of two pCPUs can swap a wake-up and the run that follows it.
      if (vCpu.missing === changeOf(from, to)) {
        vCpu.missing = UNKNOWN
        return
      }
    }
    vCpu.missing = asKnown || vCpu.state === UNKNOWN ? UNKNOWN : changeOf(vCpu.state, from)
    if (vCpu.state !== UNKNOWN) this.#leave(vCpu, at, asKnown)
    this.#enter(vCpu, at, to, vCpu.missing === UNKNOWN ? from : UNKNOWN)
    vCpu.pCpu = pCpu
    if (to === RUNNING) vCpu.domain.stream.dispatched(at)
  }

  continued(at: number, pCpu: number, subject: number): void {
    this.#reach(at, pCpu)
    if (this.#openGaps === 0) this.#vCpuOf(subject).domain.stream.continued(at)
  }

  /** Records are missing from here on, so the states in the meantime are unknown. */
  beginGap(at: number): void {
    if (this.#openGaps++ === 0) this.#stop(at)
  }

  endGap(at: number): void {
    if (this.#openGaps === 0 || --this.#openGaps > 0) return
    this.#skip(at)
  }

  /** Ends the trace. */
  end(at: number): void {
    if (this.#openGaps === 0) this.#stop(at)
    else this.#skip(at)
    this.#listener?.end(at)
  }

  #skip(at: number): void {
    this.gapSeconds += at - this.#known
    if (at > this.#known) this.#listener?.gap(this.#known, at)
    this.#known = at
  }

  #stop(at: number): void {
    this.#writeWindows(at)
    for (const vCpu of this.#vCpus.values()) {
      if (vCpu.state !== UNKNOWN) this.#leave(vCpu, at, false)
      vCpu.state = UNKNOWN
      vCpu.missing = UNKNOWN
    }
    const [domain] = this.#byDomain.keys()
    if (domain !== undefined && at > this.#known) {
      const from = this.#startEpochSeconds + this.#known
      this.#into.coverCpu(
        XENTRACE_METER,
        this.#subjectOf(domain),
        from,
        this.#startEpochSeconds + at,
      )
    }
    this.#known = at
  }

  /** Registers the pCPU, and writes the windows that have ended by `at`. */
  #reach(at: number, pCpu: number): void {
    if (!this.#pCpus.has(pCpu)) {
      this.#pCpus.add(pCpu)
      this.#behind?.setPCpus(at, this.#pCpus.size)
    }
    this.#writeWindows(at)
  }

  #writeWindows(at: number): void {
    if (at < this.#windowEnd) return
    const [domain] = this.#byDomain.values()
    if (!domain) return
    while (at >= this.#windowEnd) {
      if (this.#windowEnd >= 0) this.#behind?.writeAll(this.#windowEnd)
      this.#windowEnd = domain.stream.windowEnd(Math.max(0, this.#windowEnd))
    }
  }

  #enter(vCpu: VCpu, at: number, state: number, before: number): void {
    vCpu.state = state
    vCpu.since = at
    vCpu.before = before
    if (state === RUNNING) this.#behind?.run(vCpu.domain.use, at, 1)
    else if (state === RUNNABLE && !vCpu.domain.idle) this.#behind?.wait(vCpu.domain.use, at, 1)
  }

  /** @param whole whether the record that ends the state is there */
  #leave(vCpu: VCpu, at: number, whole: boolean): void {
    const { state, since, domain, before } = vCpu
    if (state === RUNNING) this.#behind?.run(domain.use, at, -1)
    else if (state === RUNNABLE && !domain.idle) this.#behind?.wait(domain.use, at, -1)
    this.#spend(vCpu, state, vCpu.pCpu, since, at)
    const length = whole && before !== UNKNOWN ? lengthOf(state, before) : null
    if (length) domain.stream.length(length, at, at - since)
  }

  #spend(
    { number, domain }: VCpu,
    state: number,
    pCpu: number,
    fromSeconds: number,
    toSeconds: number,
  ): void {
    const name = STATE_NAMES[state]!
    domain.stream.state(name, fromSeconds, toSeconds)
    if (!this.#listener || domain.idle || toSeconds <= fromSeconds) return
    this.#listener.span({
      domain: domain.name,
      vCpu: number,
      state: name,
      pCpu: state === RUNNING ? pCpu : null,
      fromSeconds,
      toSeconds,
    })
  }

  #vCpuOf(subject: number): VCpu {
    let vCpu = this.#vCpus.get(subject)
    if (!vCpu) {
      if (this.#vCpus.size >= MAX_VCPUS)
        throw new TraceError('too-many-domains', `More than ${MAX_VCPUS} vCPUs in the trace.`)
      const domain = this.#domainOf(subject >>> 16)
      const number = subject & 0xffff
      const nothing = { state: UNKNOWN, since: 0, pCpu: 0, before: UNKNOWN, missing: UNKNOWN }
      vCpu = { number, domain, ...nothing }
      this.#vCpus.set(subject, vCpu)
    }
    return vCpu
  }

  #domainOf(id: number): Domain {
    let domain = this.#byDomain.get(id)
    if (!domain) {
      const subject = this.#subjectOf(id)
      const stream = this.#into.openSchedule(XENTRACE_METER, subject, this.#startEpochSeconds)
      const idle = id === IDLE_DOMAIN
      // The idle vCPU is always ready to run, which is not waiting.
      if (idle) this.#into.distrust(XENTRACE_METER, subject, 'runnableWaitSeconds')
      const name = nameOf(subject)
      domain = { name, stream, use: this.#behind?.add(name, stream) ?? 0, idle }
      this.#byDomain.set(id, domain)
    }
    return domain
  }
}

function lengthOf(state: number, before: number): ScheduleLength | null {
  if (state === RUNNING) return 'runLength'
  if (state === BLOCKED) return 'blockedLength'
  if (state !== RUNNABLE) return null
  if (before === BLOCKED) return 'wakeToRun'
  return before === RUNNING ? 'preemptedWait' : null
}
