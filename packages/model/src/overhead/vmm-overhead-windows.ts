import { mean } from '../numeric/mean.ts'
/** What a host did in one window of a recording. */
export interface RecordedWindow {
  /** Total over all domains, including Domain-0. */
  busyPCpus: number
  /**
   * Requests count when they complete: on a full host they arrive faster than the CPU can serve
   * them.
   */
  domains: readonly { name: string; requestsPerSecond: number; cpuPerSecond: number }[]
}

export const FEWEST_CALM = 5
/**
 * Offered load of this part of all pCPUs counts as all pCPUs busy. No higher: on a full host a
 * window of expensive requests completes fewer of them, and such windows must not be dropped.
 */
const ALL_BUSY = 0.9
/** When rates vary less than this, work per request cannot be separated from background work. */
const LEAST_VARIATION = 0.05

/** What one domain did in one window. */
export interface DomainWindowUse {
  /** Index of the window. */
  window: number
  rate: number
  cpu: number
}

export function namesOf(windows: readonly RecordedWindow[]): string[] {
  return [...new Set(windows.flatMap(({ domains }) => domains.map(({ name }) => name)))]
}

export function pointsOf(name: string, windows: readonly RecordedWindow[]): DomainWindowUse[] {
  return windows.flatMap(({ domains }, window) =>
    domains
      .filter((domain) => domain.name === name)
      .map(({ requestsPerSecond: rate, cpuPerSecond: cpu }) => ({ window, rate, cpu })),
  )
}

/**
 * Windows with load for all pCPUs, and windows whose load leaves one free. The criterion is the
 * offered load, x lambda plus background of all domains, not the CPU time used: windows selected
 * for high CPU time contain the expensive requests and would show an overhead where there is none.
 * The lines are those of all windows at first, then those of the calm ones, so that they contain no
 * overhead.
 */
export function busyAndCalm(windows: readonly RecordedWindow[], pCpus: number) {
  const calmBy = (load: readonly number[]) => windows.filter((_, at) => load[at]! <= pCpus - 1)
  const load = offeredPCpus(windows, calmBy(offeredPCpus(windows, windows)))
  return { busy: windows.filter((_, at) => load[at]! >= ALL_BUSY * pCpus), calm: calmBy(load) }
}

/**
 * CPU that each window's requests need by the lines of the `fitted` windows, or of all windows
 * where a domain has too few of those.
 */
function offeredPCpus(
  windows: readonly RecordedWindow[],
  fitted: readonly RecordedWindow[],
): number[] {
  const load = windows.map(() => 0)
  const add = (pointsIn: (of: readonly RecordedWindow[]) => DomainWindowUse[]) => {
    const [all, some] = [pointsIn(windows), pointsIn(fitted)]
    const line = (some.length < FEWEST_CALM ? null : fitLine(some)) ?? fitLine(all)
    const flat = meanOf(all.map(({ cpu }) => cpu))
    for (const { window, rate } of all) {
      load[window]! += line ? line.intercept + line.slope * rate : flat
    }
  }
  for (const name of namesOf(windows)) add((of) => pointsOf(name, of))
  add(pointsOfDomain0)
  return load
}

/** Domain-0 works for the requests of all domains. */
function pointsOfDomain0(windows: readonly RecordedWindow[]): DomainWindowUse[] {
  return windows.map(({ domains, busyPCpus }, window) => ({
    window,
    rate: domains.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0),
    cpu: domains.reduce((left, { cpuPerSecond }) => left - cpuPerSecond, busyPCpus),
  }))
}

export interface Line {
  slope: number
  intercept: number
  meanRate: number
  squaredDeviations: number
}

/** Least squares line; null where the rates hardly vary. */
export function fitLine(points: readonly DomainWindowUse[]): Line | null {
  const meanRate = meanOf(points.map(({ rate }) => rate))
  const meanCpu = meanOf(points.map(({ cpu }) => cpu))
  const squaredDeviations = points.reduce((sum, { rate }) => sum + (rate - meanRate) ** 2, 0)
  if (!(Math.sqrt(squaredDeviations / points.length) > LEAST_VARIATION * meanRate)) return null
  const slope =
    points.reduce((sum, { rate, cpu }) => sum + (rate - meanRate) * (cpu - meanCpu), 0) /
    squaredDeviations
  return { slope, intercept: meanCpu - slope * meanRate, meanRate, squaredDeviations }
}

/** The mean; 0 for an empty list. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : mean(values)
}
