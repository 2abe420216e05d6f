import { DAY_SECONDS, type Stamp, withYear } from '../reading/stamp.ts'
import { TimeZone } from '../reading/time-zone.ts'
import { TraceError } from '../trace-error.ts'
import type { XentopRow } from './xentop-row.ts'
import type { XentopSample } from './xentop-samples.ts'
import type { XentopSpec } from './xentop-spec.ts'

/** What a domain used between two samples. */
interface XentopUse {
  name: string
  from: number
  to: number
  usedSeconds: number
}

/** More rows are worked off in several steps, so that memory has a bound. */
const MOST_ROWS = 50_000
/**
 * CPU(sec) is cut to whole seconds, so a difference of two is off by up to one, with this standard
 * deviation (of the sum of two uniform errors).
 */
const ROUNDING_SECONDS = Math.sqrt(1 / 6)
/** Standard deviations from which on the two clocks of a file disagree. */
const BEYOND_ROUNDING = 4
/** Disagreements below this fraction are left alone, and those below the other need no words. */
const LEAST_DISAGREEMENT = 0.005
const NOTED_DISAGREEMENT = 0.01
/** From so many standard deviations on, CPU(sec) shows that the clocks agree. */
const LONG_ENOUGH = 20
/** xentop never samples so much faster than it was asked to. */
const LEAST_RATIO = 0.01
/** A shorter time is not measured by seconds that are whole. */
const SHORTEST_DIFFERENCE_SECONDS = 5
/** Stamps of a run with a steady clock, written through a buffer, are off by no more. */
const BUFFERED_SECONDS = 30

/**
 * Puts samples on time. xentop prints the time of day at best, but its columns hold a second clock:
 * what `CPU(%)` says of a domain, over the time between two samples, is what its `CPU(sec)` grew by.
 * Where samples have no stamps, the growth of CPU(sec) corrects the time between them; where a run of
 * xentop ends and another begins (whose first CPU(%) is 0), it is all that is known of the time in
 * between.
 */
export class XentopTimeline {
  readonly notes: string[] = []
  /** The samples since the last run began, or since rows were last worked off. */
  #stretch: Taken[] = []
  #rows = 0
  /** When the first sample of the stretch was taken. */
  #beganAt = Number.NaN
  /** As CPU(sec) measured it last; it holds for what is too short to be measured. */
  #ratio = 1
  /** What all domains used together, in CPU seconds per second. */
  #busyPCpus = 0
  #runs = 0
  /** Whether each run so far was a single sample. */
  #onlySingles = true
  #correctedSteps: number[] = []
  readonly #stamps: StampReader
  readonly #spec: XentopSpec
  readonly #path: string
  readonly #onUse: (use: XentopUse) => void

  constructor(spec: XentopSpec, path: string, onUse: (use: XentopUse) => void) {
    this.#spec = spec
    this.#path = path
    this.#onUse = onUse
    this.#stamps = new StampReader(spec)
  }

  /** @throws TraceError `bad-spec` for several runs without the time between them */
  take(sample: XentopSample): void {
    const taken = { ...sample, at: this.#stamps.read(sample.stamp) }
    if (this.#stretch.length === 0) {
      this.#runs++
      this.#beganAt = taken.at ?? this.#spec.startEpochSeconds
    } else if (isStart(sample)) {
      this.#runs++
      const last = this.#finishStretch()
      this.#stretch = []
      this.#rows = 0
      this.#beganAt = this.#afterPause(last, taken)
    } else this.#onlySingles = false
    this.#stretch.push(taken)
    this.#rows += sample.rows.length
    if (this.#rows > MOST_ROWS && this.#stretch.length > 1) {
      this.#beganAt = this.#finishStretch().at
      this.#stretch = [taken]
      this.#rows = sample.rows.length
    }
  }

  close(): void {
    if (this.#stretch.length > 0) this.#finishStretch()
    this.#stretch = []
    if (this.#correctedSteps.length > 0) {
      const step = medianOf(this.#correctedSteps)
      this.notes.push(
        `CPU(sec) grew as it does with ${readable(step)} s between two samples, not ${readable(this.#spec.intervalSeconds)} s. So the samples were placed ${readable(step)} s apart.`,
      )
    }
    if (this.#runs > 1)
      this.notes.push(
        `xentop was started ${this.#runs} times. Between two runs, the growth of CPU(sec) shows the CPU use, to a second.`,
      )
  }

  /** Writes what was used in the stretch. Returns its last sample, and when that was taken. */
  #finishStretch(): { sample: XentopSample; at: number } {
    const stretch = this.#stretch
    const { timeOf, ratio, longestStep } = this.#placed(stretch)
    for (let i = 1; i < stretch.length; i++) {
      const [from, to] = [timeOf(i - 1), timeOf(i)]
      if (!(to > from)) continue
      if (to - from > longestStep) this.#writeDifferences(stretch[i - 1]!, stretch[i]!, from, to)
      else
        for (const { name, cpuPercent } of stretch[i]!.rows)
          this.#onUse({ name, from, to, usedSeconds: (cpuPercent / 100) * ratio * (to - from) })
    }
    const last = stretch.length - 1
    return { sample: stretch[last]!, at: timeOf(last) }
  }

  #placed(stretch: readonly Taken[]): Placed {
    const known = stretch.flatMap(({ at }) => at ?? [])
    const isStamped = known.length > 1 && known.length > stretch.length / 2
    const step = isStamped
      ? (known.at(-1)! - known[0]!) / (known.length - 1)
      : this.#spec.intervalSeconds
    this.#compare(stretch, step)
    if (isStamped) return byStamps(stretch, this.#beganAt, step, this.#ratio)
    const paced = step * this.#ratio
    const jump = jumpIn(stretch, paced)
    if (jump) throw this.#severalRuns(jump, paced)
    if (stretch.length > 1 && Math.abs(this.#ratio - 1) > NOTED_DISAGREEMENT)
      this.#correctedSteps.push(paced)
    const began = this.#beganAt
    return {
      timeOf: (i) => began + i * paced,
      ratio: 1,
      longestStep: Number.POSITIVE_INFINITY,
    }
  }

  /** By how much more CPU(sec) grew than CPU(%) says for this step, where that can be told. */
  #compare(stretch: readonly XentopSample[], step: number): void {
    const { cpuSeconds, percentSeconds, deviation } = growthOf(stretch)
    const expected = percentSeconds * step
    if (!(expected > 0)) return
    const apart = Math.abs(cpuSeconds - expected)
    if (apart > BEYOND_ROUNDING * deviation && apart > LEAST_DISAGREEMENT * expected) {
      if (cpuSeconds < expected * LEAST_RATIO) throw this.#contradiction(stretch, step)
      this.#ratio = cpuSeconds / expected
    } else if (expected > LONG_ENOUGH * deviation) this.#ratio = 1
    this.#busyPCpus = percentSeconds / (stretch.length - 1)
  }

  /** When a further run began; writes what is known of the time before it. */
  #afterPause(last: { sample: XentopSample; at: number }, next: Taken): number {
    const step = this.#spec.intervalSeconds * (this.#onlySingles ? 1 : this.#ratio)
    const at = next.at ?? last.at + step
    if (next.at === null && !this.#onlySingles) {
      const differences = differencesOf(last.sample, next)
      const grown = sumOf(differences)
      const rounding = BEYOND_ROUNDING * deviationOf(differences.length) + 1
      if (grown > 2 * step * this.#busyPCpus + rounding) throw this.#severalRuns(next.line, step)
    } else if (!this.#onlySingles && at - last.at < SHORTEST_DIFFERENCE_SECONDS) return at
    this.#writeDifferences(last.sample, next, last.at, at)
    return at
  }

  #writeDifferences(before: XentopSample, after: XentopSample, from: number, to: number): void {
    for (const { name, seconds } of differencesOf(before, after))
      this.#onUse({ name, from, to, usedSeconds: seconds })
  }

  #contradiction([first]: readonly XentopSample[], step: number): TraceError {
    return new TraceError(
      'bad-spec',
      `${this.#path} contradicts itself from line ${first!.line} on. By CPU(%), with ${readable(step)} s between samples, the domains used far more than their CPU(sec) grew by.`,
      {
        where: { path: this.#path, line: first!.line },
        expected: 'CPU(sec) grows by what CPU(%) says, as xentop prints it',
        fix: 'Upload the output of xentop -b as it was written, and check the seconds between two samples.',
      },
    )
  }

  #severalRuns(line: number, stepSeconds: number): TraceError {
    return new TraceError(
      'bad-spec',
      `${this.#path} holds several runs of xentop, or lines are missing. At line ${line}, CPU(sec) has grown by more than ${readable(stepSeconds)} s allow. Nothing says how much time passed.`,
      {
        where: { path: this.#path, line },
        expected: 'one run of xentop in a file, or a line with the date above each run',
        fix: `Cut the file before line ${line} and upload its parts as files of their own, each with its start. In a script, write \`date\` before each xentop.`,
      },
    )
  }
}

/** A sample with the time of its stamp. */
interface Taken extends XentopSample {
  at: number | null
}

interface Placed {
  timeOf(i: number): number
  /** What CPU(%) has to be multiplied by. */
  ratio: number
  /** Over a longer one, CPU(%) says too little. */
  longestStep: number
}

/**
 * Stamps are cut to whole seconds and may come through a buffer, while xentop's own clock is steady:
 * a straight line through them is nearer to the truth than each by itself, as long as they follow one.
 */
function byStamps(stretch: readonly Taken[], began: number, step: number, ratio: number): Placed {
  const stamps: number[] = []
  for (const { at } of stretch) stamps.push(at ?? (stamps.at(-1) ?? began - step) + step)
  const first = stamps[0]!
  const most = Math.min(BUFFERED_SECONDS, Math.max(SHORTEST_DIFFERENCE_SECONDS, 3 * step))
  if (stamps.every((at, i) => Math.abs(at - first - i * step) <= most))
    return { timeOf: (i) => first + i * step, ratio, longestStep: Number.POSITIVE_INFINITY }
  const usual = medianOf(stamps.slice(1).map((at, i) => at - stamps[i]!))
  return {
    timeOf: (i) => stamps[i]!,
    ratio: 1,
    longestStep: Math.max(SHORTEST_DIFFERENCE_SECONDS, 3 * usual),
  }
}

/** The first sample of a run has no time before it, so its CPU(%) is 0 throughout. */
function isStart({ rows }: XentopSample): boolean {
  return rows.every(({ cpuPercent }) => cpuPercent === 0)
}

/**
 * The seconds between two samples, from the growth of CPU(sec) alone. Null where it does not show
 * them to a tenth, and for several runs.
 */
export function pacedBy(samples: readonly XentopSample[]): number | null {
  if (samples.length < 2 || samples.slice(1).some(isStart)) return null
  const { cpuSeconds, percentSeconds, deviation } = growthOf(samples)
  return cpuSeconds > LONG_ENOUGH * deviation ? cpuSeconds / percentSeconds : null
}

interface Growth {
  /** What the domains that are in all of the stretch used of CPU(sec). */
  cpuSeconds: number
  /** The same by CPU(%), as seconds for a step of one second. */
  percentSeconds: number
  /** Standard deviation of `cpuSeconds` by its rounding. */
  deviation: number
}

function growthOf(stretch: readonly XentopSample[]): Growth {
  const first = new Map(stretch[0]!.rows.map(({ name, cpuSeconds }) => [name, cpuSeconds]))
  const last = new Map(stretch.at(-1)!.rows.map(({ name, cpuSeconds }) => [name, cpuSeconds]))
  const seen = new Map<string, { percent: number; samples: number }>()
  for (const { rows } of stretch.slice(1))
    for (const { name, cpuPercent } of rows) {
      const sum = seen.get(name) ?? { percent: 0, samples: 0 }
      sum.percent += cpuPercent
      sum.samples++
      seen.set(name, sum)
    }
  // A counter that has gone back belongs to a domain that was made anew.
  const whole = [...first].filter(
    ([name, before]) =>
      seen.get(name)?.samples === stretch.length - 1 && (last.get(name) ?? -1) >= before,
  )
  return {
    cpuSeconds: whole.reduce((sum, [name, before]) => sum + last.get(name)! - before, 0),
    percentSeconds: whole.reduce((sum, [name]) => sum + seen.get(name)!.percent / 100, 0),
    deviation: deviationOf(whole.length),
  }
}

function deviationOf(domains: number): number {
  return ROUNDING_SECONDS * Math.sqrt(domains)
}

/** The line from which on CPU(sec) is ahead of CPU(%) by more than rounding. Null where none is. */
function jumpIn(stretch: readonly XentopSample[], step: number): number | null {
  let [worst, line] = [0, 0]
  for (let i = 1; i < stretch.length; i++) {
    const used = new Map(stretch[i]!.rows.map(({ name, cpuPercent }) => [name, cpuPercent / 100]))
    const differences = differencesOf(stretch[i - 1]!, stretch[i]!)
    const expected = differences.reduce((sum, { name }) => sum + used.get(name)! * step, 0)
    const ahead =
      sumOf(differences) - 2 * expected - BEYOND_ROUNDING * deviationOf(differences.length) - 1
    if (ahead > worst) [worst, line] = [ahead, stretch[i]!.line]
  }
  return worst > 0 ? line : null
}

function differencesOf(before: XentopSample, after: XentopSample) {
  const known = new Map(before.rows.map((row: XentopRow) => [row.name, row.cpuSeconds]))
  return after.rows.flatMap(({ name, cpuSeconds }) => {
    const seconds = cpuSeconds - (known.get(name) ?? Number.POSITIVE_INFINITY)
    return seconds >= 0 ? [{ name, seconds }] : []
  })
}

function sumOf(differences: readonly { seconds: number }[]): number {
  return differences.reduce((sum, { seconds }) => sum + seconds, 0)
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** Turns stamps into seconds since the epoch, as far as they and the answers tell. */
class StampReader {
  #previous: number | null = null
  #days = 0
  #shift: number | null = null
  readonly #spec: XentopSpec
  readonly #zone: TimeZone | null

  constructor(spec: XentopSpec) {
    this.#spec = spec
    this.#zone = spec.timeZone ? new TimeZone(spec.timeZone) : null
  }

  /** To be called once for each stamp, in order. */
  read(stamp: Stamp | null): number | null {
    if (!stamp || !this.#spec.stamps) return null
    const at = this.#absolute(stamp)
    const { startEpochSeconds } = this.#spec
    // A start that somebody has named is that of the first stamp.
    this.#shift ??=
      startEpochSeconds > 0 || stamp.form === 'time-of-day' ? startEpochSeconds - at : 0
    return at + this.#shift
  }

  #absolute({ seconds, form, isLocal }: Stamp): number {
    if (form === 'time-of-day') return this.#sinceFirstDay(seconds)
    const whole =
      form === 'no-year'
        ? withYear(seconds, this.#spec.writtenBeforeEpochSeconds ?? Date.now() / 1000)
        : seconds
    return isLocal && this.#zone ? this.#zone.toEpoch(whole) : whole
  }

  /** A clock that has gone back by more than half a day has passed midnight. */
  #sinceFirstDay(seconds: number): number {
    if (this.#previous !== null && seconds < this.#previous - DAY_SECONDS / 2) this.#days++
    this.#previous = seconds
    return this.#days * DAY_SECONDS + seconds
  }
}

function readable(seconds: number): string {
  return String(Number(seconds.toPrecision(3)))
}
