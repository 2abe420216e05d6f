import type { DomainLoad } from '@steelyard/model'
import type { TrueHost } from './true-host.ts'

/**
 * The same pages' demands differ by less than this between recordings and between guests of a host.
 */
const SAME_DEMAND = 0.1
const SAME_VARIATION = 0.3

/**
 * Whether judges would find both hosts equal: same rates and scheduler, and the same pages'
 * demands.
 */
export function isSameHost(a: TrueHost, b: TrueHost): boolean {
  return (
    JSON.stringify(a.config.scheduler) === JSON.stringify(b.config.scheduler) &&
    a.config.pCpus === b.config.pCpus &&
    a.load.client === b.load.client &&
    a.load.domains.length === b.load.domains.length &&
    a.load.domains.every((domain) =>
      b.load.domains.some((other) => other.name === domain.name && isSameLoad(domain, other)),
    )
  )
}

/** Groups of two or more domains that get the same requests. */
export function alikeDomains(hosts: readonly TrueHost[], apart: readonly string[]): string[][] {
  const groups: string[][] = []
  for (const { name } of hosts[0]!.load.domains) {
    if (apart.includes(name)) continue
    const group = groups.find(([first]) => hosts.every((host) => isAlike(host, first!, name)))
    if (group) group.push(name)
    else groups.push([name])
  }
  return groups.filter(({ length }) => length > 1)
}

function isAlike({ load: { domains } }: TrueHost, a: string, b: string): boolean {
  const of = (wanted: string) => domains.find(({ name }) => name === wanted)
  const [one, other] = [of(a), of(b)]
  return one !== undefined && other !== undefined && isSameLoad(one, other)
}

function isSameLoad(a: DomainLoad, b: DomainLoad): boolean {
  return (
    a.arrivalRatePerSecond === b.arrivalRatePerSecond &&
    (a.capPercent ?? 0) === (b.capPercent ?? 0) &&
    Math.abs((a.arrivalScv ?? 1) / (b.arrivalScv ?? 1) - 1) <= SAME_VARIATION &&
    Math.abs(a.serviceTimeSeconds / b.serviceTimeSeconds - 1) <= SAME_DEMAND
  )
}

/** A label such as "45/45/170 per s of 6.4/6.4/1.5 ms, credit". */
export function labelOf({ load, config }: TrueHost): string {
  const isBursty = load.domains.some(({ arrivalScv = 1 }) => arrivalScv !== 1)
  const rates = load.domains.map(({ arrivalRatePerSecond }) => arrivalRatePerSecond)
  const demands = load.domains.map(({ serviceTimeSeconds: seconds }) =>
    Number((1000 * seconds).toPrecision(2)),
  )
  return `${rates.map((rate) => Number(rate.toPrecision(3))).join('/')} per s of ${demands.join('/')} ms, ${config.scheduler.name}${config.pCpus > 1 ? `, ${config.pCpus} pCPUs` : ''}${isBursty ? ', bursty' : ''}`
}

/** The CPU time that the load requires, as a fraction of all pCPUs, without background work. */
export function offeredUse({ load: { domains, domain0, pCpus } }: TrueHost): number {
  const wanted = domains.reduce(
    (sum, { arrivalRatePerSecond: rate, serviceTimeSeconds }) =>
      sum + rate * (serviceTimeSeconds + domain0.serviceTimeSeconds),
    0,
  )
  return wanted / pCpus
}
