import { IDLE } from '@steelyard/analysis'
import type { IntensityDomain, IntensityMap } from '@steelyard/contract'
import { DOMAIN0_NAME, type Intensity, type IntensityWindow, intensityMap } from '@steelyard/model'
import type { CpuStats, Observation } from '@steelyard/traces'
import { observationsOf } from '../analyses/observations-of.ts'
import type { Db } from '../db.ts'
import { isoOf } from '../epoch.ts'

/** A picture can show no more points apart. */
const MOST_POINTS = 1_200

/** @throws AppError `analysis-not-found`, `analysis-not-finished`, `observations-gone` */
export async function getIntensity(db: Db, analysisId: string): Promise<IntensityMap> {
  const { observations } = await observationsOf(db, analysisId)
  const { points, thresholds } = intensityMap(observations.flatMap(windowOf))
  const step = Math.ceil(points.length / MOST_POINTS)
  return {
    domains: domainsOf(points),
    points: points
      .filter((_, index) => index % step === 0)
      .map(({ meaning: _, startEpochSeconds, ...point }) => ({
        ...point,
        at: isoOf(startEpochSeconds),
      })),
    thinned: step > 1,
    thresholds,
  }
}

/**
 * A window of a guest as its CPU trace shows it, with the number of requests that arrived in it.
 * Wake-ups are included only where the scheduler was traced.
 */
export function windowOf(observation: Observation): IntensityWindow[] {
  const { domain, windowStartEpochSeconds, cpu, requests } = observation
  if (!cpu || domain === DOMAIN0_NAME || domain === IDLE) return []
  return [
    {
      domain,
      startEpochSeconds: windowStartEpochSeconds,
      seconds: cpu.coveredSeconds,
      cpuSeconds: cpu.usedSeconds,
      wakeUps: cpu.schedule ? (cpu.schedule.wakeToRun?.count ?? 0) : null,
      executions: cpu.dispatches,
      blockedPart: blockedPartOf(cpu),
      requests: requests?.coveredSeconds
        ? (requests.arrivals * cpu.coveredSeconds) / requests.coveredSeconds
        : null,
    },
  ]
}

/** The blocked share of its vCPUs' time; null where the tool measured no waits. */
function blockedPartOf({ usedSeconds, runnableWaitSeconds, blockedSeconds }: CpuStats) {
  if (runnableWaitSeconds === null || blockedSeconds === null) return null
  const sum = usedSeconds + runnableWaitSeconds + blockedSeconds
  return sum > 0 ? blockedSeconds / sum : null
}

/** The quadrant of CPU and I/O intensity in which most windows of each domain lie. */
export function domainsOf(points: readonly Intensity[]): IntensityDomain[] {
  return [...new Set(points.map(({ domain }) => domain))].map((domain) => {
    const own = points.filter((point) => point.domain === domain)
    const quadrants = [...Map.groupBy(own, ({ cpu, io }) => `${cpu} ${io}`).values()]
    const alike = quadrants.reduce((most, each) => (each.length > most.length ? each : most))
    const { cpu, io, meaning } = alike[0]!
    return {
      domain,
      cpu,
      io,
      meaning,
      windows: own.length,
      windowsAlike: alike.length,
      creditsPerMs: own.reduce((sum, point) => sum + point.creditsPerMs, 0) / own.length,
    }
  })
}
