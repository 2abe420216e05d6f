import { intervalMs, toMs } from '@steelyard/analysis'
import type { LabDomain } from '@steelyard/contract'
import {
  meanServiceSeconds,
  type TwinConfig,
  type TwinDomain,
  type TwinResult,
  type TwinSummary,
} from '@steelyard/simulator'
import { pairedChanges } from '../forecasts/paired-changes.ts'
import { cdfGridSeconds, thinCdf } from '../forecasts/thin-cdf.ts'

/** What a kernel answers by itself costs next to nothing; waits are what there is to see then. */
const LEAST_SECONDS = 0.0004

interface Played {
  config: TwinConfig
  summary: TwinSummary
  runs: readonly TwinResult[]
}

/** Response times to ask for, the same in every variant, so that they can be compared. */
export function cdfGridOf({ guests }: TwinConfig): number[] {
  const domains = guests.flatMap(({ load }) =>
    load
      ? [{ serviceTimeSeconds: Math.max(LEAST_SECONDS, meanServiceSeconds(load.serviceTime)) }]
      : [],
  )
  return domains.length > 0 ? cdfGridSeconds({ domains }) : []
}

/**
 * What became of each domain of a variant.
 * @param first the variant that others are compared with
 * @param others how many those are: with so many changes of so many domains, none shall be chance
 */
export function labDomains(
  { config, summary, runs }: Played,
  first: Played,
  cdfAtSeconds: readonly number[],
  playedSeconds: number,
  others: number,
): LabDomain[] {
  const asked = first.summary.domains.filter(({ requests }) => requests).length
  const changes = pairedChanges(first.runs, runs, others * asked)
  return summary.domains.map(({ name, requests, cpuShare, wakeToRun, deadlines }) => {
    const cdf = (requests?.cdf ?? []).map(({ mean: fraction }, index) => ({
      ms: cdfAtSeconds[index]! * 1000,
      fraction,
    }))
    return {
      name,
      mean: intervalMs(requests?.responseTime.mean ?? null),
      p95: intervalMs(requests?.responseTime.p95 ?? null),
      change: changes.find(({ domain }) => domain === name)?.mean ?? null,
      pCpus: pinsOf(config, name),
      cdf: thinCdf(cdf),
      cpuShare: cpuShare.mean,
      requestsPerSecond: requests ? requests.answered.mean / playedSeconds : null,
      wakeToRunMs: toMs(wakeToRun.mean?.mean),
      deadlines: deadlines && { jobs: deadlines.jobs.mean, missed: deadlines.missed.mean },
    }
  })
}

/** The same domains with the CPU that they get in another play. */
export function withSharesOf(
  { domains }: Pick<TwinSummary, 'domains'>,
  shown: readonly LabDomain[],
): LabDomain[] {
  return shown.map((domain) => ({
    ...domain,
    cpuShare: domains.find(({ name }) => name === domain.name)!.cpuShare.mean,
  }))
}

/** Every pCPU that one of its vCPUs may run on; null for all of the host. */
function pinsOf({ pCpus, domain0, guests }: TwinConfig, name: string): number[] | null {
  const domains: (TwinDomain | undefined)[] = [domain0, ...guests]
  const affinity = domains.find((domain) => domain?.name === name)?.affinity
  const allowed = [...new Set(affinity?.flat())].sort((a, b) => a - b)
  return allowed.length === 0 || allowed.length === pCpus ? null : allowed
}
