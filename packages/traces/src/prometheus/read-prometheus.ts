import type { CpuFormat } from '../format.ts'
import type { CpuAmounts } from '../observations/cpu-cell.ts'
import type { ObservationBuilder } from '../observations/observation-builder.ts'
import type { Subject } from '../observations/subject.ts'
import { DocumentError } from '../reading/document/document-error.ts'
import { type Json, JsonParts } from '../reading/document/json-parts.ts'
import { readDocument } from '../reading/document/read-document.ts'
import { type Rejection, Tally } from '../reading/tally.ts'
import { TimeGuard } from '../reading/time-guard.ts'
import { PROMETHEUS_METER, type PrometheusSpec } from './prometheus-spec.ts'
import {
  type Kind,
  kindOf,
  type LabelledSeries,
  MOST_OF_A_CPU,
  measuredBy,
  type SeriesMeaning,
  seriesOf,
  wholeOf,
} from './series.ts'

/** Prometheus itself gives 11,000 points for each series; all are kept until their kind is known. */
const MOST_POINTS = 4_000_000
const SERIES = 'data.result.*'
/** A point so much later than the one before, in steps, was not scraped. */
const LATE = 1.5

interface Known {
  series: LabelledSeries
  measured: SeriesMeaning
  line: number
}

/**
 * Reads the answer of Prometheus to a range query about the CPU time of guests: their modes as
 * node_exporter counts them, or what exporters on hosts say that domains used.
 */
export const readPrometheus: CpuFormat<PrometheusSpec>['read'] = async (
  bytes,
  spec,
  into,
  opts,
) => {
  const tally = new Tally(opts.path ?? 'answer of Prometheus', 'a range query of Prometheus')
  const known: Known[] = []
  const place = { line: 1 }
  let points = 0
  const take = (_: string, part: Json) => {
    const series = seriesOf(part)
    const shown = JSON.stringify(series ? Object.fromEntries(series.labels) : part).slice(0, 300)
    const measured = series && measuredBy(series.labels)
    if (!series || !measured)
      return tally.reject(place.line, shown, series ? NOT_CPU : NOT_A_SERIES)
    points += series.times.length
    if (points > MOST_POINTS)
      throw new DocumentError(`it has more than ${MOST_POINTS} points`, 'fewer series in one file')
    known.push({ series, measured, line: place.line })
  }
  const document = new JsonParts([SERIES], take, [SERIES])
  const lines = await readDocument(bytes, document, place, tally, opts)
  const subjects = new Set<Subject>()
  const names = new Map(Object.entries(spec.domainNames ?? {}))
  const writer = new Writer(into, tally, new TimeGuard(opts), stepOf(known))
  for (const [domain, group] of Map.groupBy(known, ({ measured }) => measured.domain)) {
    const subject = names.get(domain) ?? domain
    if (spec.isBeginning) look(group, tally)
    if (spec.isBeginning || writer.add(subject, group)) subjects.add(subject)
  }
  return tally.report(lines, subjects)
}

/** The modes of a CPU may stand too far apart for its use to be worked out from the beginning. */
function look(group: readonly Known[], tally: Tally): void {
  for (const { series } of group) for (const at of series.times) tally.accept(at)
}

class Writer {
  readonly #into: ObservationBuilder
  readonly #tally: Tally
  readonly #guard: TimeGuard
  readonly #step: number

  constructor(into: ObservationBuilder, tally: Tally, guard: TimeGuard, step: number) {
    this.#into = into
    this.#tally = tally
    this.#guard = guard
    this.#step = step
  }

  /** Whether anything was added. */
  add(subject: Subject, all: readonly Known[]): boolean {
    const group = this.#once(all)
    const modes = new Set(group.flatMap(({ measured }) => modeOf(measured) ?? []))
    if (modes.size > 0 && !(modes.has('user') && modes.has('system')))
      return this.#reject(group, WITHOUT_MODES)
    const unnamed = group.filter(({ measured }) => measured.kind === null)
    const kind = kindOf(unnamed.map(({ series }) => series))
    if (unnamed.length > 0 && (kind === null || !isWhole(unnamed, modes, kind)))
      return this.#reject(group, NO_KIND)
    // The series of one CPU cover the same time; it is said once.
    const firstCpu = group.find(({ measured }) => modeOf(measured) === 'user')
    for (const each of group) {
      const amountsOf = amountsBy(each.measured, modes)
      const covers = firstCpu === undefined || each === firstCpu
      if (amountsOf) this.#series(subject, each, each.measured.kind ?? kind!, amountsOf, covers)
    }
    return true
  }

  /** What two jobs scraped, or two metrics say, counts once. */
  #once(all: readonly Known[]): Known[] {
    const seen = new Set<string>()
    const { of, called } = whatOf(all[0]!)
    return all.filter((each) => {
      const what = whatOf(each)
      const isNew = what.of === of && what.called === called && !seen.has(what.part)
      seen.add(what.part)
      if (!isNew) this.#reject([each], COUNTED)
      return isNew
    })
  }

  #series(
    subject: Subject,
    { series: { times, values }, measured, line }: Known,
    kind: Kind,
    amountsOf: (seconds: number) => CpuAmounts,
    covers: boolean,
  ): void {
    let range = null as { from: number; to: number } | null
    const cover = () => {
      if (range && covers) this.#into.coverCpu(PROMETHEUS_METER, subject, range.from, range.to)
    }
    for (let i = 0; i < times.length; i++) {
      const to = times[i]!
      const before = i === 0 ? null : times[i - 1]!
      const isNext = before !== null && to > before && to - before <= LATE * this.#step
      if (kind === 'counters' && before === null) {
        this.#tally.skip()
        continue
      }
      const from = kind === 'counters' || isNext ? before! : to - this.#step
      const seconds = kind === 'counters' ? values[i]! - values[i - 1]! : values[i]! * (to - from)
      const most = (measured.of === 'mode' ? MOST_OF_A_CPU : Number.POSITIVE_INFINITY) * (to - from)
      if (!this.#guard.accepts(to)) this.#rejectPoint(to, line, this.#guard.rejection(to))
      // A guest that was started again counts anew.
      else if (!(seconds >= 0 && to > from)) this.#tally.skip()
      else if (seconds > most) this.#rejectPoint(values[i]!, line, TOO_MUCH)
      else {
        this.#tally.accept(to)
        this.#into.addCpu(PROMETHEUS_METER, subject, from, to, amountsOf(seconds))
        if (range?.to === from) range.to = to
        else {
          cover()
          range = { from, to }
        }
      }
    }
    cover()
  }

  #rejectPoint(value: number, line: number, why: Rejection): void {
    this.#tally.reject(line, String(value), why)
  }

  #reject(group: readonly Known[], why: Rejection): false {
    for (const { series, line } of group)
      this.#tally.reject(line, JSON.stringify(Object.fromEntries(series.labels)).slice(0, 300), why)
    return false
  }
}

/** Modes that hardly occur may be missing; without the idle time, nothing can be said. */
function isWhole(unnamed: readonly Known[], modes: ReadonlySet<string>, kind: Kind): boolean {
  if (!modes.has('idle')) return true
  const whole = wholeOf(
    unnamed.map(({ series }) => series),
    kind,
  )
  return whole > 0.75 && whole < 1.15
}

/** Which part of a domain's CPU time a series is, and by which metric. */
function whatOf({ series: { labels }, measured }: Known) {
  const part = ['cpu', 'core', 'vcpu', 'mode'].map((name) => labels.get(name)).join(' ')
  return { of: measured.of, called: labels.get('__name__'), part }
}

function modeOf(measured: SeriesMeaning): string | null {
  return measured.of === 'mode' ? measured.mode : null
}

/** Amounts that are not measured stay null, whatever adds to the others. Null for what adds none. */
function amountsBy(
  measured: SeriesMeaning,
  modes: ReadonlySet<string>,
): ((seconds: number) => CpuAmounts) | null {
  const mode = modeOf(measured)
  // What guests of the guest used is part of what it used.
  if (mode === 'guest' || mode === 'guest_nice') return null
  const isIdle = mode === 'idle' || mode === 'iowait'
  const isSteal = mode === 'steal'
  return (seconds) => ({
    usedSeconds: isIdle || isSteal ? 0 : seconds,
    runnableWaitSeconds: modes.has('steal') ? (isSteal ? seconds : 0) : null,
    blockedSeconds: modes.has('idle') ? (isIdle ? seconds : 0) : null,
    dispatches: null,
    ioCount: null,
  })
}

/** The step of the query: the smallest difference, as points may be missing. */
function stepOf(known: readonly Known[]): number {
  let step = Number.POSITIVE_INFINITY
  for (const { series } of known)
    for (let i = 1; i < series.times.length; i++) {
      const difference = series.times[i]! - series.times[i - 1]!
      if (difference > 0 && difference < step) step = difference
    }
  return Number.isFinite(step) ? step : 0
}

const ASKED = 'node_cpu_seconds_total with its labels instance, cpu and mode, without sum or avg'
const NOT_A_SERIES = { reason: 'not a series of a range query', expected: 'metric and values' }
const NOT_CPU = {
  reason: 'its labels do not say whose CPU time it is, and in which mode',
  expected: ASKED,
}
const COUNTED = {
  reason: 'another series says the same of this guest',
  expected: 'one series for each CPU and mode',
}
const WITHOUT_MODES = { reason: 'the modes user and system are not both there', expected: ASKED }
const NO_KIND = {
  reason: 'its values are neither counters nor rates of one CPU (per cents, or of increase())',
  expected: ASKED,
}
const TOO_MUCH = { reason: 'more than a CPU has', expected: 'at most a second in a second' }
