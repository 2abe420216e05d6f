import type { DomainLoad, HostLoad } from './host-load.ts'

/** The pCPUs that a cap allows; Infinity without a cap. */
export function cappedPCpus({ capPercent = 0 }: DomainLoad): number {
  return capPercent > 0 ? capPercent / 100 : Number.POSITIVE_INFINITY
}

/**
 * Accounting period of credit and the most credit a vCPU can save up; also credit2's refill period.
 */
const CREDIT_SECONDS = 0.03
const CREDIT2_SECONDS = 0.01

/**
 * CPU seconds that a domain can use at a stretch before its cap parks it. With credit, it goes from
 * the most credit it can save, 30 ms, down to an overdraft of one period's allowance; with credit2,
 * it has one period's budget.
 */
export function capAllowanceSeconds(
  cap: number,
  scheduler: HostLoad['scheduler'] = 'credit',
): number {
  return scheduler === 'credit2' ? cap * CREDIT2_SECONDS : CREDIT_SECONDS * (1 + cap)
}

/**
 * Mean response time at a cap of c pCPUs, seconds; 0 without a cap, Infinity where the cap is too
 * low for the load. A server of speed c would take x / (c - rho). The scheduler is less strict: a
 * domain runs at full speed until its allowance is used up, that is, until the backlog of the slow
 * server exceeds the remaining allowance, half of it on average. For M/M/1, a part exp(-B (1 - rho
 * / c) / x) of the delay lies beyond B.
 */
export function cappedTime(
  domain: DomainLoad,
  scheduler: HostLoad['scheduler'],
  variabilityFactor: number,
): number {
  const cap = cappedPCpus(domain)
  if (cap === Number.POSITIVE_INFINITY) return 0
  const { arrivalRatePerSecond, serviceTimeSeconds: x } = domain
  const left = cap - arrivalRatePerSecond * x
  if (left <= 0) return Number.POSITIVE_INFINITY
  const depth = capAllowanceSeconds(cap, scheduler) / 2
  const parked = Math.exp((-depth * left) / (cap * x))
  const service = x * (1 + (1 / Math.min(cap, 1) - 1) * parked)
  return service + parked * variabilityFactor * (x / left - x / cap)
}
