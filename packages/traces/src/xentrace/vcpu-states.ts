import type { ObservationBuilder } from '../observations/observation-builder.ts'
import type { ScheduleLength } from '../observations/schedule-cell.ts'
import type { ScheduleStream } from '../observations/schedule-stream.ts'
import { TraceError } from '../trace-error.ts'
import { BLOCKED, IDLE_DOMAIN, RUNNABLE, RUNNING, STATE_NAMES } from './trace-events.ts'
import { WaitedBehind } from './waited-behind.ts'

const UNKNOWN = -1
/** More than any host has: each costs memory until the end. */
const MAX_VCPUS = 100_000

interface Domain {
  stream: ScheduleStream
  /** Its number in the matrix of waits. */
  use: number
  idle: boolean
}

interface Vcpu {
  domain: Domain
  state: number
  since: number
  /** The state before this one; UNKNOWN where the beginning of this one was not seen. */
  before: number
  /** Of a change that was left out: old and new state, in case it turns up late. */
  missing: number
}

/** Old and new state of a change in one number. */
const changeOf = (from: number, to: number): number => from * 4 + to

/**
 * Follows each vCPU from state to state. Times are seconds since the start of the trace, in order.
 * A vCPU's first record tells its old state too: it has been in it since the trace (or the part of
 * it after a gap) began, since a change would have been recorded.
 */
export class VcpuStates {
  /** Records that do not continue what was known of their vCPU. */
  contradictions = 0
  gapSeconds = 0
  private readonly vcpus = new Map<number, Vcpu>()
  private readonly byDomain = new Map<number, Domain>()
  private readonly behind = new WaitedBehind()
  private readonly pcpus = new Set<number>()
  /** Since when nothing is missing; while a gap is open, where it began. */
  private known = 0
  private openGaps = 0
  private windowEnd = Number.NEGATIVE_INFINITY
  private readonly into: ObservationBuilder
  private readonly startEpochSeconds: number
  private readonly nameOf: (domainId: number) => string

  constructor(
    into: ObservationBuilder,
    startEpochSeconds: number,
    nameOf: (domainId: number) => string,
  ) {
    this.into = into
    this.startEpochSeconds = startEpochSeconds
    this.nameOf = nameOf
  }

  get domainNames(): string[] {
    return [...this.byDomain.keys()].map((id) => this.nameOf(id))
  }

  change(at: number, pcpu: number, subject: number, from: number, to: number): void {
    this.reach(at, pcpu)
    if (this.openGaps > 0) return
    const vcpu = this.vcpuOf(subject)
    const { stream } = vcpu.domain
    const asKnown = vcpu.state === from
    if (vcpu.state === UNKNOWN) stream.state(STATE_NAMES[from]!, this.known, at)
    else if (!asKnown) {
      this.contradictions++
      // Clocks of two pCPUs that differ a little swap a wake-up and the run that follows it.
      if (vcpu.missing === changeOf(from, to)) {
        vcpu.missing = UNKNOWN
        return
      }
    }
    vcpu.missing = asKnown || vcpu.state === UNKNOWN ? UNKNOWN : changeOf(vcpu.state, from)
    if (vcpu.state !== UNKNOWN) this.leave(vcpu, at, asKnown)
    this.enter(vcpu, at, to, vcpu.missing === UNKNOWN ? from : UNKNOWN)
    if (to === RUNNING) stream.dispatched(at)
  }

  continued(at: number, pcpu: number, subject: number): void {
    this.reach(at, pcpu)
    if (this.openGaps === 0) this.vcpuOf(subject).domain.stream.continued(at)
  }

  /** Records are missing from here on: what anyone did meanwhile is not known. */
  beginGap(at: number): void {
    if (this.openGaps++ === 0) this.stop(at)
  }

  endGap(at: number): void {
    if (this.openGaps === 0 || --this.openGaps > 0) return
    this.gapSeconds += at - this.known
    this.known = at
  }

  /** The trace is over. */
  end(at: number): void {
    if (this.openGaps === 0) this.stop(at)
    else this.gapSeconds += at - this.known
  }

  private stop(at: number): void {
    this.writeWindows(at)
    for (const vcpu of this.vcpus.values()) {
      if (vcpu.state !== UNKNOWN) this.leave(vcpu, at, false)
      vcpu.state = UNKNOWN
      vcpu.missing = UNKNOWN
    }
    const [domain] = this.byDomain.keys()
    if (domain !== undefined && at > this.known) {
      const from = this.startEpochSeconds + this.known
      this.into.coverCpu('xentrace', this.nameOf(domain), from, this.startEpochSeconds + at)
    }
    this.known = at
  }

  /** Takes note of the pCPU, and of the windows that ended before `at`. */
  private reach(at: number, pcpu: number): void {
    if (!this.pcpus.has(pcpu)) {
      this.pcpus.add(pcpu)
      this.behind.setPcpus(at, this.pcpus.size)
    }
    this.writeWindows(at)
  }

  private writeWindows(at: number): void {
    if (at < this.windowEnd) return
    const [domain] = this.byDomain.values()
    if (!domain) return
    while (at >= this.windowEnd) {
      if (this.windowEnd >= 0) this.behind.writeAll(this.windowEnd)
      this.windowEnd = domain.stream.windowEnd(Math.max(0, this.windowEnd))
    }
  }

  private enter(vcpu: Vcpu, at: number, state: number, before: number): void {
    vcpu.state = state
    vcpu.since = at
    vcpu.before = before
    if (state === RUNNING) this.behind.run(vcpu.domain.use, at, 1)
    else if (state === RUNNABLE && !vcpu.domain.idle) this.behind.wait(vcpu.domain.use, at, 1)
  }

  /** @param whole the record that ends the state is there */
  private leave(vcpu: Vcpu, at: number, whole: boolean): void {
    const { state, since, domain, before } = vcpu
    if (state === RUNNING) this.behind.run(domain.use, at, -1)
    else if (state === RUNNABLE && !domain.idle) this.behind.wait(domain.use, at, -1)
    domain.stream.state(STATE_NAMES[state]!, since, at)
    const length = whole && before !== UNKNOWN ? lengthOf(state, before) : null
    if (length) domain.stream.length(length, at, at - since)
  }

  private vcpuOf(subject: number): Vcpu {
    let vcpu = this.vcpus.get(subject)
    if (!vcpu) {
      if (this.vcpus.size >= MAX_VCPUS)
        throw new TraceError('too-many-domains', `More than ${MAX_VCPUS} vCPUs in the trace.`)
      const domain = this.domainOf(subject >>> 16)
      vcpu = { domain, state: UNKNOWN, since: 0, before: UNKNOWN, missing: UNKNOWN }
      this.vcpus.set(subject, vcpu)
    }
    return vcpu
  }

  private domainOf(id: number): Domain {
    let domain = this.byDomain.get(id)
    if (!domain) {
      const name = this.nameOf(id)
      const stream = this.into.openSchedule(name, this.startEpochSeconds)
      const idle = id === IDLE_DOMAIN
      // It is always ready to run: that is no waiting.
      if (idle) this.into.distrust('xentrace', name, 'runnableWaitSeconds')
      domain = { stream, use: this.behind.add(name, stream), idle }
      this.byDomain.set(id, domain)
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
