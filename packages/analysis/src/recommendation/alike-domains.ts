import type { DomainLoad } from '@steelyard/model'
import type { AnalysisSettings } from '../settings.ts'
import type { ProblemInput } from './weight-problem-of.ts'

/** Number of standard deviations by which two measurements of the same quantity may differ. */
const APART = 3
/**
 * Demands with a relative difference up to this count as equal: the CPU time of a request is known
 * no better.
 */
const SAME_DEMAND = 0.05

/**
 * Groups domains that the recording cannot distinguish: rate, demand, cap, vCPUs, target and bounds
 * are the same within chance. They must get equal weights, because otherwise a model's rounding
 * would decide between them. Groups of one are left out.
 */
export function alikeDomains({
  load: { domains },
  seconds,
  targets,
  softTargets,
  settings,
}: Pick<ProblemInput, 'load' | 'seconds' | 'targets' | 'softTargets'> & {
  settings: Pick<AnalysisSettings, 'bounds' | 'excluded'>
}): string[][] {
  // Default soft targets are as measured, which differs by chance.
  const asked = softTargets.filter(({ origin }) => origin === 'asked')
  const terms = (name: string) =>
    JSON.stringify([
      targets.find(({ domain }) => domain === name)?.responseTimeSeconds ?? null,
      asked.find(({ domain }) => domain === name)?.seconds ?? null,
      settings.bounds.find(({ domain }) => domain === name),
      settings.excluded.includes(name),
    ]).replace(JSON.stringify(name), '')
  const groups: DomainLoad[][] = []
  for (const domain of domains) {
    const group = groups.find(
      ([first]) => isSameLoad(first!, domain, seconds) && terms(first!.name) === terms(domain.name),
    )
    if (group) group.push(domain)
    else groups.push([domain])
  }
  return groups.filter(({ length }) => length > 1).map((group) => group.map(({ name }) => name))
}

function isSameLoad(a: DomainLoad, b: DomainLoad, seconds: number): boolean {
  const [requestsOfA, requestsOfB] = [
    a.arrivalRatePerSecond * seconds,
    b.arrivalRatePerSecond * seconds,
  ]
  const scv = Math.max(1, a.arrivalScv ?? 1, b.arrivalScv ?? 1)
  const demands = [a.serviceTimeSeconds, b.serviceTimeSeconds]
  const apart = SAME_DEMAND + APART * Math.hypot(cutOff(requestsOfA), cutOff(requestsOfB))
  return (
    Math.abs(requestsOfA - requestsOfB) <= APART * Math.sqrt(scv * (requestsOfA + requestsOfB)) &&
    Math.max(...demands) <= Math.min(...demands) * (1 + apart) &&
    (a.capPercent ?? 0) === (b.capPercent ?? 0) &&
    a.vCpus === b.vCpus
  )
}

/**
 * Relative standard deviation of a demand due to the ends of the range: about one request at either
 * end has its CPU time on one side and its log line on the other.
 */
function cutOff(requests: number): number {
  return Math.SQRT2 / Math.max(1, requests)
}
