import type { Observation } from '../observation.ts'
import { TraceError } from '../trace-error.ts'
import { liveliestPart, type StepSeries, seriesByDomain } from './series.ts'

export type Alignment =
  | {
      kind: 'found'
      /** Time zero of the CPU trace, to the nearest window. */
      startEpochSeconds: number
      correlation: number
      /**
       * Best correlation more than a few seconds away from the best shift. The closer it is to the
       * best one, the less certain the answer.
       */
      runnerUpCorrelation: number
    }
  | { kind: 'unknown'; reason: string; correlation: number; runnerUpCorrelation: number }

interface Scale {
  /** An overlap of fewer seconds is too short to be meaningful. */
  minCommonSeconds: number
  /** The shorter side is cut to its most variable part of this length. */
  maxTemplateSeconds: number
  /**
   * Shifts this close to the best one are almost as good by definition, so they do not count as
   * rivals.
   */
  samePeakSeconds: number
  minCorrelation: number
  /** Required lead in correlation over the best rival. */
  minLead: number
}

/**
 * Scales by the width of the windows. Tenths of a second show each burst of requests and the CPU
 * time that follows it, so a few seconds are as informative as minutes in whole seconds. Ten
 * seconds of three domains correlate by chance with a standard deviation of 0.06, so 0.3 is not
 * chance.
 */
const SCALES = new Map<number, Scale>([
  [
    1,
    {
      minCommonSeconds: 30,
      maxTemplateSeconds: 1800,
      samePeakSeconds: 5,
      minCorrelation: 0.5,
      minLead: 0.02,
    },
  ],
  [
    0.1,
    {
      minCommonSeconds: 10,
      maxTemplateSeconds: 60,
      samePeakSeconds: 1.5,
      minCorrelation: 0.3,
      minLead: 0.1,
    },
  ],
])
/** At least this fraction of the shorter series must overlap the other. */
const MIN_COMMON_SHARE = 0.5

/**
 * Finds the unknown start of a CPU trace: the shift in whole windows at which each domain's CPU use
 * follows its requests best. Work is proportional to arrivals, so the correlation of the two
 * series, averaged over the domains, peaks at the true shift (known from delay estimation by
 * cross-correlation; Knapp and Carter 1976). Both builders need as many `maxWindows` as the traces
 * have windows.
 *
 * @param cpu observations in windows of 1 s or 0.1 s (for exact traces), read with
 *   `startEpochSeconds: 0` and `relativeTime`
 * @param requests observations of access logs in the same windows
 * @param between limits for the start, if the user knows any; by default any overlap is allowed
 * @throws TraceError `bad-spec` for windows of other or unequal widths
 */
export function alignCpuToRequests(
  cpu: readonly Observation[],
  requests: readonly Observation[],
  between?: { earliestEpochSeconds: number; latestEpochSeconds: number },
): Alignment {
  const step = stepOf([...cpu, ...requests])
  const scale = SCALES.get(step)!
  const pairs = cutToTemplate(pairUp(cpu, requests), Math.round(scale.maxTemplateSeconds / step))
  if (pairs.length === 0) return unknown('No guest has both CPU use and requests.')
  const first = Math.min(...pairs.map(([c, r]) => r.start - (c.start + c.values.length)))
  const last = Math.max(...pairs.map(([c, r]) => r.start + r.values.length - c.start))
  const from = Math.max(first, Math.ceil((between?.earliestEpochSeconds ?? first * step) / step))
  const to = Math.min(last, Math.floor((between?.latestEpochSeconds ?? last * step) / step))
  const scores: { shift: number; score: number }[] = []
  for (let shift = from; shift <= to; shift++) {
    const score = scoreAt(pairs, shift, scale.minCommonSeconds / step)
    if (score !== null) scores.push({ shift, score })
  }
  return judge(scores, step, scale)
}

function stepOf(observations: readonly Observation[]): number {
  const step = observations[0]?.windowSeconds ?? 1
  if (!SCALES.has(step) || observations.some((o) => o.windowSeconds !== step))
    throw new TraceError('bad-spec', 'Clocks are aligned on windows of 1 s or 0.1 s.')
  return step
}

function judge(
  scores: { shift: number; score: number }[],
  step: number,
  { minCommonSeconds, samePeakSeconds, minCorrelation, minLead }: Scale,
): Alignment {
  if (scores.length === 0)
    return unknown(`The trace and the logs have less than ${minCommonSeconds} s in common.`)
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
  const runnerUpCorrelation = scores
    .filter(({ shift }) => Math.abs(shift - best.shift) * step > samePeakSeconds)
    .reduce((max, { score }) => Math.max(max, score), 0)
  const found = { correlation: best.score, runnerUpCorrelation }
  if (best.score < minCorrelation)
    return {
      kind: 'unknown',
      reason: 'CPU use does not follow the requests at any shift.',
      ...found,
    }
  if (best.score - runnerUpCorrelation < minLead)
    return { kind: 'unknown', reason: 'Several start times fit equally well.', ...found }
  return { kind: 'found', startEpochSeconds: best.shift * step, ...found }
}

function unknown(reason: string): Alignment {
  return { kind: 'unknown', reason, correlation: 0, runnerUpCorrelation: 0 }
}

function scoreAt(
  pairs: [StepSeries, StepSeries][],
  shift: number,
  minCommon: number,
): number | null {
  let sum = 0
  let counted = 0
  for (const [cpu, requests] of pairs) {
    const cpuStart = cpu.start + shift
    const from = Math.max(cpuStart, requests.start)
    const to = Math.min(cpuStart + cpu.values.length, requests.start + requests.values.length)
    const shorter = Math.min(cpu.values.length, requests.values.length)
    if (to - from < Math.max(minCommon, shorter * MIN_COMMON_SHARE)) continue
    sum += correlation(
      cpu.values.slice(from - cpuStart, to - cpuStart),
      requests.values.slice(from - requests.start, to - requests.start),
    )
    counted++
  }
  return counted === 0 ? null : sum / counted
}

function pairUp(
  cpu: readonly Observation[],
  requests: readonly Observation[],
): [StepSeries, StepSeries][] {
  const cpuOf = seriesByDomain(cpu, (o) => o.cpu?.usedSeconds ?? null)
  const requestsOf = seriesByDomain(requests, (o) => o.requests?.arrivals || null)
  const pairs: [StepSeries, StepSeries][] = []
  for (const [domain, used] of cpuOf) {
    const arrivals = requestsOf.get(domain)
    if (arrivals) pairs.push([used, arrivals])
  }
  return pairs
}

/**
 * Limits the work, which is shifts x template length. Each side has one clock for all its domains.
 */
function cutToTemplate(
  pairs: [StepSeries, StepSeries][],
  steps: number,
): [StepSeries, StepSeries][] {
  const longest = (side: 0 | 1) => Math.max(...pairs.map((pair) => pair[side].values.length))
  const side = longest(0) <= longest(1) ? 0 : 1
  if (pairs.length === 0 || longest(side) <= steps) return pairs
  const cut = liveliestPart(
    pairs.map((pair) => pair[side]),
    steps,
  )
  return pairs.map(([c, r], i) => (side === 0 ? [cut[i]!, r] : [c, cut[i]!]))
}

/** Pearson correlation of two equally long series; 0 when one of them is constant. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const n = a.length
  const meanA = mean(a)
  const meanB = mean(b)
  let ab = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < n; i++) {
    const da = a[i]! - meanA
    const db = b[i]! - meanB
    ab += da * db
    aa += da * da
    bb += db * db
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
