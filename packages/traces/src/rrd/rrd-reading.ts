import type { ObservationBuilder } from '../observations/observation-builder.ts'
import type { Subject } from '../observations/subject.ts'
import type { Rejection, Tally } from '../reading/tally.ts'
import { TimeGuard } from '../reading/time-guard.ts'
import type { ReadOptions } from '../source-report.ts'
import { type Legend, readLegend } from './legend.ts'
import { RRD_METER, type RrdSpec } from './rrd-spec.ts'

/** Counters are read one after the other, so a busy vCPU may show a little more than a pCPU. */
const MOST_OF_A_V_CPU = 1.1

/**
 * Takes the rows of a round-robin database, in whatever order: `rrd_updates` writes the newest one
 * first. A row at a time has the means over the step before it, as in rrdtool.
 */
export class RrdReading {
  readonly subjects = new Set<Subject>()
  readonly #names: ReadonlyMap<string, Subject>
  readonly #into: ObservationBuilder
  readonly #tally: Tally
  readonly #guard: TimeGuard
  readonly #isBeginning: boolean
  #rows = 0
  readonly #covered = new Map<Subject, { from: number; to: number }>()
  #legend: Legend | null = null

  constructor(spec: RrdSpec, into: ObservationBuilder, tally: Tally, opts: ReadOptions) {
    this.#names = new Map(Object.entries(spec.domainNames ?? {}))
    this.#isBeginning = spec.isBeginning ?? false
    this.#into = into
    this.#tally = tally
    this.#guard = new TimeGuard(opts)
  }

  legend(entries: readonly string[]): void {
    this.#legend = readLegend(entries)
    const { unusable } = this.#legend
    if (unusable > 0)
      this.#tally.note(
        `${unusable} VMs have no mean of each vCPU (AVERAGE:vm:UUID:cpu0), so their CPU use is not known.`,
      )
  }

  /** @param values NaN for what is not known */
  row(at: number, step: number, values: ArrayLike<number>, text: string, line: number): void {
    this.#rows++
    const why = this.#refusal(at, step, values)
    if (why) {
      this.#tally.reject(line, text, why)
      return
    }
    let used = 0
    for (const { uuid, columns, memory } of this.#legend!.domains) {
      // xcp-rrdd delivers a sample that it lost as 0, and not as NaN.
      if (memory !== null && values[memory] === 0) continue
      // A vCPU that was taken away has no value, and a VM that is not there none at all.
      const known = columns.filter((column) => Number.isFinite(values[column]!))
      if (known.length === 0) continue
      const share = known.reduce((sum, column) => sum + values[column]!, 0)
      this.#add(this.#names.get(uuid) ?? uuid, share, at - step, at)
      used++
    }
    if (used === 0) this.#tally.skip()
    else this.#tally.accept(at)
  }

  close(): void {
    if (this.#isBeginning && this.#rows === 0 && this.#legend) {
      // The legend of a large host is longer than what is looked at: it already names the VMs.
      for (const { uuid } of this.#legend.domains) this.subjects.add(this.#names.get(uuid) ?? uuid)
      this.#tally.skip()
    }
    for (const [subject, { from, to }] of this.#covered)
      this.#into.coverCpu(RRD_METER, subject, from, to)
  }

  #refusal(at: number, step: number, values: ArrayLike<number>): Rejection | null {
    if (!this.#legend) return NO_LEGEND
    if (!Number.isFinite(at) || !(step > 0)) return NO_TIME
    if (!this.#guard.accepts(at)) return this.#guard.rejection(at)
    const { columns, domains } = this.#legend
    if (values.length !== columns)
      return {
        reason: `${values.length} values instead of ${columns}`,
        expected: 'as many values as the legend has',
      }
    const isImpossible = domains.some((domain) =>
      domain.columns.some((column) => values[column]! < 0 || values[column]! > MOST_OF_A_V_CPU),
    )
    return isImpossible ? NOT_A_SHARE : null
  }

  #add(subject: Subject, share: number, from: number, to: number): void {
    this.subjects.add(subject)
    this.#into.addCpu(RRD_METER, subject, from, to, {
      usedSeconds: share * (to - from),
      runnableWaitSeconds: null,
      blockedSeconds: null,
      dispatches: null,
      ioCount: null,
    })
    const range = this.#covered.get(subject)
    if (range?.to === from) range.to = to
    else if (range?.from === to) range.from = from
    else {
      if (range) this.#into.coverCpu(RRD_METER, subject, range.from, range.to)
      this.#covered.set(subject, { from, to })
    }
  }
}

const NO_LEGEND = { reason: 'no legend stands above it', expected: 'AVERAGE:vm:UUID:cpu0' }
const NO_TIME = { reason: 'no time, or none after the row before', expected: 'a time' }
const NOT_A_SHARE = { reason: 'not a share of a vCPU', expected: '0 to 1' }
