import { isGuest, type Window } from '../recorded/recorded-host.ts'

/** Requests and CPU seconds of one guest in equal steps of time. NaN where they were not observed. */
export interface DomainSeries {
  domain: string
  requests: Float64Array
  cpuSeconds: Float64Array
}

export interface SeriesOfHost {
  stepSeconds: number
  domains: DomainSeries[]
}

/** Longer recordings are compared by their beginning. */
const MOST_STEPS = 7200

/** What each guest was asked and what it used, in the parts of the windows. */
export function seriesOf(windows: readonly Window[]): SeriesOfHost {
  const first = windows[0]!
  const parts = partsIn(first)
  const stepSeconds = first.seconds / parts
  const shown = windows.filter(
    ({ startEpochSeconds }) =>
      startEpochSeconds - first.startEpochSeconds < MOST_STEPS * stepSeconds,
  )
  const end = shown.at(-1)!
  const steps = Math.round(
    (end.startEpochSeconds + end.seconds - first.startEpochSeconds) / stepSeconds,
  )
  const names = new Set(shown.flatMap(({ byDomain }) => [...byDomain.keys()]).filter(isGuest))
  const domains = [...names].map((domain) => {
    const requests = new Float64Array(steps).fill(Number.NaN)
    const cpuSeconds = new Float64Array(steps).fill(Number.NaN)
    for (const { startEpochSeconds, byDomain } of shown) {
      const at = Math.round((startEpochSeconds - first.startEpochSeconds) / stepSeconds)
      const observation = byDomain.get(domain)
      fill(requests, at, observation?.requests?.arrivalsByPart)
      fill(cpuSeconds, at, observation?.cpu?.usedByPart)
    }
    return { domain, requests, cpuSeconds }
  })
  return { stepSeconds, domains }
}

function partsIn({ byDomain }: Window): number {
  const counts = [...byDomain.values()].map(
    ({ requests, cpu }) => (requests?.arrivalsByPart ?? cpu?.usedByPart)?.length ?? 1,
  )
  return Math.max(1, ...counts)
}

function fill(into: Float64Array, at: number, parts: readonly (number | null)[] | undefined): void {
  parts?.forEach((amount, i) => {
    if (amount !== null) into[at + i] = amount
  })
}

/** What both series need in common, for a correlation that is not chance: steps, and a share. */
const LEAST_COMMON = 30
const LEAST_SHARE = 0.5

/** Of `steps` pairs; for two series that have nothing to do with each other its deviation is 1 / sqrt(steps). */
interface Correlation {
  value: number
  steps: number
}

/** How many deviations of chance a correlation is. */
export function beyondChance({ value, steps }: Correlation): number {
  return value * Math.sqrt(steps)
}

/**
 * Pearson's correlation of `later`, moved back by `lag` steps, with `series`, over the steps in which
 * both are known. Null for too few of them, and where one is constant.
 */
export function correlationAt(
  series: Float64Array,
  later: Float64Array,
  lag: number,
): Correlation | null {
  let [n, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0]
  const last = Math.min(series.length, later.length - lag)
  for (let i = Math.max(0, -lag); i < last; i++) {
    const x = series[i]!
    const y = later[i + lag]!
    if (Number.isNaN(x) || Number.isNaN(y)) continue
    n++
    a += x
    b += y
    aa += x * x
    bb += y * y
    ab += x * y
  }
  if (n < Math.max(LEAST_COMMON, LEAST_SHARE * series.length)) return null
  const spread = (aa - (a * a) / n) * (bb - (b * b) / n)
  return spread > 1e-12 * aa * bb
    ? { value: (ab - (a * b) / n) / Math.sqrt(spread), steps: n }
    : null
}

/** Phases of a load are longer than so many steps. */
const TREND_STEPS = 5

/** The guests' series without their slow parts. */
export function livelyParts(domains: readonly DomainSeries[]): DomainSeries[] {
  return domains.map(({ domain, requests, cpuSeconds }) => ({
    domain,
    requests: withoutTrend(requests),
    cpuSeconds: withoutTrend(cpuSeconds),
  }))
}

/**
 * Without the mean over some steps on either side: where all guests' load rises and falls together,
 * or work piles up for a while, only the rest tells them, and their times, apart.
 */
function withoutTrend(series: Float64Array): Float64Array {
  return series.map((value, at) => {
    let [sum, n] = [0, 0]
    for (
      let i = Math.max(0, at - TREND_STEPS);
      i <= Math.min(series.length - 1, at + TREND_STEPS);
      i++
    ) {
      if (Number.isNaN(series[i]!)) continue
      sum += series[i]!
      n++
    }
    return value - sum / n
  })
}
