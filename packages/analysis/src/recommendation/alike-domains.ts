import type { DomainLoad, HostLoad } from '@steelyard/model'
import type { AnalysisSettings, DomainTarget } from '../settings.ts'

/** Standard deviations that two figures of one thing may be apart. */
const APART = 3
/** Demands this close in proportion are one: as well as the CPU time of a request is known at best. */
const SAME_DEMAND = 0.05

/**
 * Domains that nothing tells apart: rate, demand, cap, vCPUs, target and bounds are the same as far as the
 * recording can tell. They shall have one weight, since between them the last digit of a model would
 * decide. Groups of one are left out.
 */
export function alikeDomains(
  { domains }: HostLoad,
  seconds: number,
  targets: readonly DomainTarget[],
  settings: Pick<AnalysisSettings, 'bounds' | 'excluded'>,
): string[][] {
  const terms = (name: string) =>
    JSON.stringify([
      targets.find(({ domain }) => domain === name)?.responseTimeSeconds ?? null,
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
 * Standard deviation of a demand, in proportion, by what the ends of the range cut off: give or take one
 * request at either end has its CPU time on one side of it and its line in the log on the other.
 */
function cutOff(requests: number): number {
  return Math.SQRT2 / Math.max(1, requests)
}
