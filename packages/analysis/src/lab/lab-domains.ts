import {
  type Interval,
  meanServiceSeconds,
  type TwinConfig,
  type TwinDomain,
  type TwinSummary,
} from '@steelyard/simulator'
import { pairedChanges } from '../run/paired-changes.ts'
import type { PlayedConfig } from '../run/play-run.ts'
import { type CdfPoint, cdfGridSeconds, responseCdf } from '../run/response-cdf.ts'

/**
 * A request that the kernel answers by itself costs next to nothing; only its waits are worth
 * showing.
 */
const LEAST_SECONDS = 0.0004

/** The result for one domain in a variant. Response times are in seconds; null without requests. */
export interface LabDomain {
  name: string
  mean: Interval | null
  p95: Interval | null
  /** Paired change of the mean against the first variant. */
  change: Interval | null
  /** The pCPUs that its vCPUs are pinned to. Null when they may run on any. */
  pCpus: number[] | null
  cdf: CdfPoint[]
  /** CPU seconds per second of one pCPU. */
  cpuShare: number
  /** Answered requests per second. */
  requestsPerSecond: number | null
  wakeToRunSeconds: number | null
  /** Means over the replications. Null for a domain that is not real-time. */
  deadlines: { jobs: number; missed: number } | null
}

/** Response times for the distribution functions, the same in every variant for comparison. */
export function cdfGridOf({ guests }: TwinConfig): number[] {
  const domains = guests.flatMap(({ load }) =>
    load
      ? [{ serviceTimeSeconds: Math.max(LEAST_SECONDS, meanServiceSeconds(load.serviceTime)) }]
      : [],
  )
  return domains.length > 0 ? cdfGridSeconds({ domains }) : []
}

/**
 * The results for each domain of a variant.
 * @param first the variant that the others are compared with
 * @param run `others` is the number of variants compared. It widens the intervals, so that among so
 *   many changes of so many domains none excludes 0 by chance
 */
export function labDomains(
  { config, summary, results }: PlayedConfig,
  first: PlayedConfig,
  run: { cdfAtSeconds: readonly number[]; horizonSeconds: number; others: number },
): LabDomain[] {
  const asked = first.summary.domains.filter(({ requests }) => requests).length
  const changes = pairedChanges(first.results, results, run.others * asked)
  return summary.domains.map(({ name, requests, cpuShare, wakeToRun, deadlines }) => ({
    name,
    mean: requests?.responseTime.mean ?? null,
    p95: requests?.responseTime.p95 ?? null,
    change: changes.find(({ domain }) => domain === name)?.mean ?? null,
    pCpus: pinsOf(config, name),
    cdf: responseCdf(requests?.cdf ?? [], run.cdfAtSeconds),
    cpuShare: cpuShare.mean,
    requestsPerSecond: requests ? requests.answered.mean / run.horizonSeconds : null,
    wakeToRunSeconds: wakeToRun.mean?.mean ?? null,
    deadlines: deadlines && { jobs: deadlines.jobs.mean, missed: deadlines.missed.mean },
  }))
}

/** The same domains with the CPU shares from another run. */
export function withSharesOf(
  { domains }: Pick<TwinSummary, 'domains'>,
  shown: readonly LabDomain[],
): LabDomain[] {
  return shown.map((domain) => ({
    ...domain,
    cpuShare: domains.find(({ name }) => name === domain.name)!.cpuShare.mean,
  }))
}

/** Every pCPU on which one of its vCPUs may run. Null for all pCPUs of the host. */
function pinsOf({ pCpus, domain0, guests }: TwinConfig, name: string): number[] | null {
  const domains: (TwinDomain | undefined)[] = [domain0, ...guests]
  const affinity = domains.find((domain) => domain?.name === name)?.affinity
  const allowed = [...new Set(affinity?.flat())].sort((a, b) => a - b)
  return allowed.length === 0 || allowed.length === pCpus ? null : allowed
}
