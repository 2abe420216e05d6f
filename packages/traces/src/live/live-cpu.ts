import type { CpuStats, Observation } from '../observation.ts'
import type { CpuMeter } from '../observations/cpu-meter.ts'
import type { ObservationBuilder } from '../observations/observation-builder.ts'
import {
  parseXentopRow,
  XENTOP_HEADER,
  XENTOP_OTHER,
  type XentopRow,
} from '../xentop/xentop-row.ts'
import { XENTOP_METER } from '../xentop/xentop-spec.ts'
import type { KeptTime } from './kept-time.ts'

/**
 * xentop, with the covered time of each domain told by itself: in the sample in which a domain
 * appears, it is the only one about which nothing is known.
 */
const METER: CpuMeter = { ...XENTOP_METER, joinSeconds: 0 }

/** From this fraction on, a window counts as seen from beginning to end. */
const WHOLE = 0.99

/** The CPU time of one domain between two samples. */
interface Interval {
  domain: string
  fromEpochSeconds: number
  toEpochSeconds: number
  usedSeconds: number
}

/** Samples of xentop as they come. */
export class LiveCpu {
  rejectedRows = 0
  readonly #time: KeptTime
  #intervals: Interval[] = []
  #before: { atEpochSeconds: number; rows: Map<string, XentopRow> } | null = null
  #coveredTo = Number.NEGATIVE_INFINITY
  /** By window and domain. */
  readonly #measured = new Map<string, { end: number; cpu: CpuStats }>()

  constructor(time: KeptTime) {
    this.#time = time
  }

  /** @param text a whole sample as xentop prints it */
  sample(atEpochSeconds: number, text: string): void {
    const before = this.#before
    const rows = this.#rowsOf(text)
    this.#before = { atEpochSeconds, rows }
    // Nothing counts after a step of the clock: its CPU(%) is of another time than the clock says.
    const fromEpochSeconds = before?.atEpochSeconds ?? Number.NaN
    const seconds = atEpochSeconds - fromEpochSeconds
    const isStep = !(seconds > 0 && seconds <= this.#time.longestStepSeconds)
    if (isStep || fromEpochSeconds < this.#coveredTo) return
    for (const [domain, { cpuSeconds, cpuPercent }] of rows) {
      const last = before?.rows.get(domain)
      // xentop prints 0 % for a domain that it sees for the first time, also where a new domain has
      // the name of an old one, whose counter was further on.
      if (!last || cpuSeconds < last.cpuSeconds) continue
      this.#intervals.push({
        domain,
        fromEpochSeconds,
        toEpochSeconds: atEpochSeconds,
        usedSeconds: (cpuPercent / 100) * seconds,
      })
    }
    this.#coveredTo = atEpochSeconds
    this.#time.change(fromEpochSeconds)
  }

  /** The next sample is the first of another xentop. */
  lost(): void {
    this.#before = null
  }

  forgetBefore(epochSeconds: number): void {
    this.#intervals = this.#intervals.filter(({ toEpochSeconds }) => toEpochSeconds > epochSeconds)
    for (const [key, { end }] of this.#measured) if (end <= epochSeconds) this.#measured.delete(key)
  }

  beginAnew(): void {
    this.#intervals = []
    this.#measured.clear()
    this.#coveredTo = Number.NEGATIVE_INFINITY
  }

  /**
   * Where another tool saw a domain in all of a window, that replaces what xentop says of it.
   *
   * @param observations in windows of the observer's length
   */
  measured(observations: readonly Observation[]): void {
    for (const { domain, windowStartEpochSeconds, windowSeconds, cpu } of observations) {
      if (!cpu || cpu.coveredSeconds < WHOLE * windowSeconds) continue
      const end = windowStartEpochSeconds + windowSeconds
      this.#measured.set(`${windowStartEpochSeconds} ${domain}`, { end, cpu })
      this.#time.change(windowStartEpochSeconds)
    }
  }

  /** What another tool measured in place of xentop. */
  measuredIn({ domain, windowStartEpochSeconds }: Observation): CpuStats | null {
    return this.#measured.get(`${windowStartEpochSeconds} ${domain}`)?.cpu ?? null
  }

  tell(builder: ObservationBuilder, fromEpochSeconds: number, toEpochSeconds: number): void {
    for (const { domain, fromEpochSeconds: from, toEpochSeconds: to, usedSeconds } of this
      .#intervals) {
      if (to <= fromEpochSeconds || from >= toEpochSeconds) continue
      builder.addCpu(METER, domain, from, to, {
        usedSeconds,
        runnableWaitSeconds: null,
        blockedSeconds: null,
        dispatches: null,
        ioCount: null,
      })
      builder.coverCpu(METER, domain, from, to)
    }
  }

  /** The rows by name, without those whose name occurs twice: nothing tells them apart. */
  #rowsOf(text: string): Map<string, XentopRow> {
    const rows = new Map<string, XentopRow>()
    const twice = new Set<string>()
    for (const line of text.split('\n')) {
      if (XENTOP_HEADER.test(line) || XENTOP_OTHER.test(line)) continue
      const row = parseXentopRow(line)
      if ('reason' in row) this.rejectedRows++
      else if (rows.has(row.name)) twice.add(row.name)
      else rows.set(row.name, row)
    }
    for (const name of twice) rows.delete(name)
    return rows
  }
}
