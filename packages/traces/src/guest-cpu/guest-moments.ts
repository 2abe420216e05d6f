import type { CpuMeter } from '../observations/cpu-meter.ts'
import type { ObservationBuilder } from '../observations/observation-builder.ts'
import type { Subject } from '../observations/subject.ts'
import type { Rejection, Tally } from '../reading/tally.ts'
import { CpuRows } from './cpu-rows.ts'
import type { CpuShares } from './shares.ts'

/** One row, of one or of all vCPUs, and where it stands. */
interface GuestRow {
  /** Null where the start of its interval is not known: then only its clock is used. */
  from: number | null
  at: number
  cpu: string
  shares: CpuShares | Rejection
  text: string
  line: number
}

interface Pending extends GuestRow {
  rows: CpuRows
}

/** Joins the rows of each moment, whatever tool inside a guest wrote them, and counts them. */
export class GuestMoments {
  /** Of the guest. Null where nothing says it. */
  vCpus: number | null = null
  #pending: Pending | null = null
  readonly #tally: Tally
  readonly #cpu: GuestCpu

  constructor(meter: CpuMeter, domain: Subject, into: ObservationBuilder, tally: Tally) {
    this.#tally = tally
    this.#cpu = new GuestCpu(meter, domain, into)
  }

  /** The moment to which rows are being added. */
  get at(): number | null {
    return this.#pending?.at ?? null
  }

  /** Adds a row; the moment before it must have ended if it is another one. */
  add(row: GuestRow): void {
    this.#pending ??= { ...row, rows: new CpuRows() }
    this.#pending.rows.add(row.cpu, row.shares)
  }

  /** Ends the moment. False when it was rejected, null when there was none. */
  end(): boolean | null {
    if (!this.#pending) return null
    const { from, at, rows, text, line } = this.#pending
    this.#pending = null
    const moment = this.vCpus === null ? UNKNOWN_V_CPUS : rows.momentOf(this.vCpus)
    if ('reason' in moment) {
      this.#tally.reject(line, text, moment)
      return false
    }
    if (from === null || from >= at) this.#tally.skip()
    else {
      this.#tally.accept(at)
      this.#cpu.add(moment.shares, this.vCpus!, from, at)
    }
    for (let i = 1; i < rows.count; i++) this.#tally.skip()
    return true
  }

  /** Call at the end. */
  close(): void {
    this.end()
    this.#cpu.close()
  }
}

const UNKNOWN_V_CPUS = {
  reason: 'nothing says how many vCPUs the guest has',
  expected: 'the number of vCPUs',
}

/** What a tool inside a guest measured: shares of all its vCPUs, interval by interval. */
class GuestCpu {
  readonly #meter: CpuMeter
  readonly #domain: Subject
  readonly #into: ObservationBuilder
  #covered: { from: number; to: number } | null = null

  constructor(meter: CpuMeter, domain: Subject, into: ObservationBuilder) {
    this.#meter = meter
    this.#domain = domain
    this.#into = into
  }

  add({ used, steal, idle }: CpuShares, vCpus: number, from: number, to: number): void {
    const seconds = (percent: number) => (percent / 100) * vCpus * (to - from)
    this.#into.addCpu(this.#meter, this.#domain, from, to, {
      usedSeconds: seconds(used),
      runnableWaitSeconds: steal === null ? null : seconds(steal),
      blockedSeconds: seconds(idle),
      dispatches: null,
      ioCount: null,
    })
    if (this.#covered?.to !== from) this.close()
    this.#covered = { from: this.#covered?.from ?? from, to }
  }

  /** Call at the end. */
  close(): void {
    if (!this.#covered) return
    this.#into.coverCpu(this.#meter, this.#domain, this.#covered.from, this.#covered.to)
    this.#covered = null
  }
}
