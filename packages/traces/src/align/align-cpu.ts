import type { Observation } from '../observation.ts'
import { TraceError } from '../trace-error.ts'
import { correlation } from './correlate.ts'
import { liveliestPart, type Series, seriesByDomain } from './second-series.ts'

export type Alignment =
  | {
      kind: 'found'
      /** Time of the CPU trace's zero, to the nearest second. */
      startEpochSeconds: number
      correlation: number
      /** Best correlation more than a few seconds away: the nearer, the less sure the answer. */
      runnerUpCorrelation: number
    }
  | { kind: 'unknown'; reason: string; correlation: number; runnerUpCorrelation: number }

/** Fewer common seconds than this say nothing. */
const MIN_COMMON_SECONDS = 30
/** At least this share of the shorter series must lie inside the other. */
const MIN_COMMON_SHARE = 0.5
const MIN_CORRELATION = 0.5
const MIN_LEAD = 0.02
/** The shorter side is cut to its liveliest part of this length: half an hour of ups and downs is plenty. */
const MAX_TEMPLATE_SECONDS = 1800
/** Neighbours of the best shift are as good nearly by definition: no rivals. */
const SAME_PEAK_SECONDS = 5

/**
 * Finds the unknown start of a CPU trace: the shift in whole seconds at which each domain's CPU use
 * follows its requests best. Work is proportional to arrivals, so the correlation of the two series,
 * averaged over the domains, peaks at the true shift (known from delay estimation by
 * cross-correlation; Knapp and Carter 1976).
 *
 * @param cpu observations in 1 s windows, read with `startEpochSeconds: 0` and `relativeTime`
 * @param requests observations of access logs in 1 s windows
 * Give both builders as many `maxWindows` as the traces have seconds.
 *
 * @param between limits for the start, where the user knows something; default wherever they overlap
 * @throws TraceError `bad-spec` for windows other than 1 s
 */
export function alignCpuToRequests(
  cpu: readonly Observation[],
  requests: readonly Observation[],
  between?: { earliestEpochSeconds: number; latestEpochSeconds: number },
): Alignment {
  const pairs = cutToTemplate(pairUp(cpu, requests))
  if (pairs.length === 0) return unknown('No domain has both CPU use and requests.')
  const first = Math.min(...pairs.map(([c, r]) => r.start - (c.start + c.values.length)))
  const last = Math.max(...pairs.map(([c, r]) => r.start + r.values.length - c.start))
  const from = Math.max(first, Math.ceil(between?.earliestEpochSeconds ?? first))
  const to = Math.min(last, Math.floor(between?.latestEpochSeconds ?? last))
  const scores: { shift: number; score: number }[] = []
  for (let shift = from; shift <= to; shift++) {
    const score = scoreAt(pairs, shift)
    if (score !== null) scores.push({ shift, score })
  }
  return judge(scores)
}

function judge(scores: { shift: number; score: number }[]): Alignment {
  if (scores.length === 0)
    return unknown(`The trace and the logs have less than ${MIN_COMMON_SECONDS} s in common.`)
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
  const runnerUpCorrelation = scores
    .filter(({ shift }) => Math.abs(shift - best.shift) > SAME_PEAK_SECONDS)
    .reduce((max, { score }) => Math.max(max, score), 0)
  const found = { correlation: best.score, runnerUpCorrelation }
  if (best.score < MIN_CORRELATION)
    return {
      kind: 'unknown',
      reason: 'CPU use does not follow the requests at any shift.',
      ...found,
    }
  if (best.score - runnerUpCorrelation < MIN_LEAD)
    return { kind: 'unknown', reason: 'Several start times fit equally well.', ...found }
  return { kind: 'found', startEpochSeconds: best.shift, ...found }
}

function unknown(reason: string): Alignment {
  return { kind: 'unknown', reason, correlation: 0, runnerUpCorrelation: 0 }
}

function scoreAt(pairs: [Series, Series][], shift: number): number | null {
  let sum = 0
  let counted = 0
  for (const [cpu, requests] of pairs) {
    const cpuStart = cpu.start + shift
    const from = Math.max(cpuStart, requests.start)
    const to = Math.min(cpuStart + cpu.values.length, requests.start + requests.values.length)
    const shorter = Math.min(cpu.values.length, requests.values.length)
    if (to - from < Math.max(MIN_COMMON_SECONDS, shorter * MIN_COMMON_SHARE)) continue
    sum += correlation(
      cpu.values.slice(from - cpuStart, to - cpuStart),
      requests.values.slice(from - requests.start, to - requests.start),
    )
    counted++
  }
  return counted === 0 ? null : sum / counted
}

function pairUp(cpu: readonly Observation[], requests: readonly Observation[]): [Series, Series][] {
  if ([...cpu, ...requests].some((o) => o.windowSeconds !== 1))
    throw new TraceError('bad-spec', 'Clocks are aligned on windows of one second.')
  const cpuOf = seriesByDomain(cpu, (o) => o.cpu?.usedSeconds ?? null)
  const requestsOf = seriesByDomain(requests, (o) => o.requests?.arrivals || null)
  const pairs: [Series, Series][] = []
  for (const [domain, used] of cpuOf) {
    const arrivals = requestsOf.get(domain)
    if (arrivals) pairs.push([used, arrivals])
  }
  return pairs
}

/** Bounds the work: shifts x template length. Each side has one clock for all its domains. */
function cutToTemplate(pairs: [Series, Series][]): [Series, Series][] {
  const longest = (side: 0 | 1) => Math.max(...pairs.map((pair) => pair[side].values.length))
  const side = longest(0) <= longest(1) ? 0 : 1
  if (pairs.length === 0 || longest(side) <= MAX_TEMPLATE_SECONDS) return pairs
  const cut = liveliestPart(
    pairs.map((pair) => pair[side]),
    MAX_TEMPLATE_SECONDS,
  )
  return pairs.map(([c, r], i) => (side === 0 ? [cut[i]!, r] : [c, cut[i]!]))
}
