import type { ObservationBuilder } from '../observations/observation-builder.ts'
import { nameOf, type Subject } from '../observations/subject.ts'
import { defaultDomainName } from '../reading/domain.ts'
import type { Tally } from '../reading/tally.ts'
import { TimeGuard } from '../reading/time-guard.ts'
import type { ReadOptions } from '../source-report.ts'
import { BrokenWaits } from './broken-waits.ts'
import type { XenmonRow } from './xenmon-row.ts'
import { XENMON_METER, type XenmonSpec } from './xenmon-spec.ts'

/** xenmon's own default for `-i`. */
const DEFAULT_INTERVAL_MS = 1000

/** The first sampling rounds span the time since boot. */
const GARBAGE_ROUNDS = 2
/** Limit of xenbaked's table; more domains make it stop. */
const MAX_TRACED_DOMAIN_ID = 31
/** xenmon runs in Domain-0: it skipped the rounds in which Domain-0 received no CPU time. */
const DOMAIN_0 = 0
/** A round may be late; a gap of more than this many intervals means that rounds are missing. */
const MISSING_ROUNDS = 3
/** Far more pairs of a domain and a pCPU than any host has; each occupies memory until the end. */
const MAX_PAIRS = 100_000

interface PairState {
  rows: number
  lastPassedMs: number
}

interface DomainState {
  waits: BrokenWaits
  anyIo: boolean
}

/** Turns the rows of one log into CPU amounts over the intervals that they cover. */
export class XenmonTrace {
  #intervalMs = 0
  readonly #seen = new Map<string, PairState>()
  readonly #byDomain = new Map<Subject, DomainState>()
  #fromMs = Number.POSITIVE_INFINITY
  #toMs = Number.NEGATIVE_INFINITY
  /** The last time that Domain-0 ran on any pCPU. */
  #lastOwnMs = Number.NaN
  #dropped = 0
  readonly #spec: XenmonSpec
  readonly #into: ObservationBuilder
  readonly #tally: Tally
  readonly #guard: TimeGuard

  constructor(spec: XenmonSpec, into: ObservationBuilder, tally: Tally, opts: ReadOptions) {
    this.#spec = spec
    this.#into = into
    this.#tally = tally
    this.#guard = new TimeGuard(opts)
    this.#guard.requireStart(spec.startEpochSeconds, 'xenmon')
  }

  learnInterval(firstRows: XenmonRow[]): void {
    const { intervalSeconds } = this.#spec
    this.#intervalMs = intervalSeconds ? intervalSeconds * 1000 : medianIntervalMs(firstRows)
  }

  add(row: XenmonRow, line: number, raw: string): void {
    const key = `${row.domainId}/${row.pCpu}`
    const before = this.#seen.get(key)
    if (!before && this.#seen.size >= MAX_PAIRS) {
      this.#tally.reject(line, raw, {
        reason: 'more domains and pCPUs than a host can have',
        expected: 'the log of one host',
        column: 'cpu',
      })
      return
    }
    if (before && row.passedMs <= before.lastPassedMs) {
      this.#tally.reject(line, raw, {
        reason: 'time does not advance: a second recording in one file, or a repeated row',
        expected: 'one recording per file',
        column: 'passed',
      })
      return
    }
    const at = this.#spec.startEpochSeconds + row.passedMs / 1000
    if (!this.#guard.accepts(at)) {
      this.#tally.reject(line, raw, { ...this.#guard.rejection(at), column: 'passed' })
      return
    }
    const rows = (before?.rows ?? 0) + 1
    this.#seen.set(key, { rows, lastPassedMs: row.passedMs })
    if (rows <= GARBAGE_ROUNDS && row.passedMs <= this.#intervalMs * 1.5) {
      this.#dropped++
      this.#tally.skip()
      return
    }
    this.#tally.accept(at)
    this.#use(row, at, before ? row.passedMs - before.lastPassedMs : Number.POSITIVE_INFINITY)
  }

  domains(): Iterable<Subject> {
    return this.#byDomain.keys()
  }

  close(): void {
    const start = this.#spec.startEpochSeconds
    for (const [domain, seen] of this.#byDomain) {
      this.#into.coverCpu(
        XENMON_METER,
        domain,
        start + this.#fromMs / 1000,
        start + this.#toMs / 1000,
      )
      if (seen.waits.found) {
        this.#into.distrust(XENMON_METER, domain, 'runnableWaitSeconds')
        // The wait of the idle domain is of no interest.
        if (domain !== this.#subjectOf(-1)) this.#tally.note(seen.waits.sentence(nameOf(domain)))
      }
      if (!seen.anyIo) {
        this.#into.distrust(XENMON_METER, domain, 'ioCount')
        this.#tally.note(
          'io(tot) is always 0: it counts page transfers, which network and disk back ends no longer use. Take the I/O rate from elsewhere.',
        )
      }
    }
    if (this.#dropped > 0)
      this.#tally.note(
        `The first sampling rounds (${this.#dropped} rows) were left out: they span the time since boot.`,
      )
  }

  #use(row: XenmonRow, at: number, sinceLastMs: number): void {
    const coversMs = sinceLastMs <= this.#intervalMs * 1.5 ? sinceLastMs : this.#intervalMs
    const seconds = coversMs / 1000
    const domain = this.#subjectOf(row.domainId)
    this.#into.addCpu(XENMON_METER, domain, at - seconds, at, {
      usedSeconds: (row.cpuNsPerSecond / 1e9) * seconds,
      runnableWaitSeconds: (row.waitedNsPerSecond / 1e9) * seconds,
      blockedSeconds: (row.blockedNsPerSecond / 1e9) * seconds,
      dispatches: row.dispatchesPerSecond * seconds,
      ioCount: row.ioPerSecond * seconds,
    })
    if (row.domainId === DOMAIN_0) this.#findHole(domain, row.passedMs)
    this.#fromMs = Math.min(this.#fromMs, row.passedMs - coversMs)
    this.#toMs = Math.max(this.#toMs, row.passedMs)
    this.#remember(domain, row)
  }

  #findHole(domain: Subject, passedMs: number): void {
    const { startEpochSeconds: start } = this.#spec
    const [from, to] = [this.#lastOwnMs, passedMs - this.#intervalMs]
    if (to - from > MISSING_ROUNDS * this.#intervalMs)
      this.#into.uncoverCpu(XENMON_METER, domain, start + from / 1000, start + to / 1000)
    this.#lastOwnMs = passedMs
  }

  #remember(domain: Subject, row: XenmonRow): void {
    const seen = this.#byDomain.get(domain) ?? { waits: new BrokenWaits(), anyIo: false }
    seen.waits.see(row)
    seen.anyIo ||= row.ioPerSecond > 0
    this.#byDomain.set(domain, seen)
  }

  #subjectOf(domainId: number): Subject {
    if (domainId >= MAX_TRACED_DOMAIN_ID)
      this.#tally.note(
        'xenmon has room for 32 domains: on a host with more, some are missing from its logs.',
      )
    return this.#spec.domainNames?.[String(domainId)] ?? defaultDomainName(domainId)
  }
}

/**
 * The median step of `passed` per domain and pCPU. A row covers the sampling interval before it,
 * not the time since the last row, because rows are left out while a domain does not run.
 */
function medianIntervalMs(rows: Iterable<XenmonRow>): number {
  const last = new Map<string, number>()
  const steps: number[] = []
  for (const { domainId, pCpu, passedMs } of rows) {
    const key = `${domainId}/${pCpu}`
    const before = last.get(key)
    if (before !== undefined && passedMs > before) steps.push(passedMs - before)
    last.set(key, passedMs)
  }
  steps.sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] ?? DEFAULT_INTERVAL_MS
}
