import { type RealTimeDomain, taskUtilisation } from './schedulability-placement.ts'

/**
 * What `xl sched-rtds -p PERIOD -b BUDGET -e 0` is told, microseconds. Without extra time: Xen does not
 * interrupt others for a vCPU that waits on extra time when its budget comes back (repl_timer_handler
 * asks pCPUs to schedule for depleted vCPUs only, and one with extra time never is).
 */
export interface ReservationAdvice {
  name: string
  periodUs: number
  budgetUs: number
  /** Whether it meets every deadline whenever jobs come, not only at the beginning of its period. */
  anyPhase: boolean
}

/** Replenishing oftener costs more than it gives. */
const minPeriodUs = 1000
/** Reservations of a tenth of the period waste little: the job waits for budget at most twice that. */
const periodsPerJob = 10

const microseconds = (seconds: number) => Math.round(seconds * 1e6)

/**
 * CPU time that a budget every period gives for certain in any `span`, whole microseconds, wherever the
 * span begins: supply bound function of the periodic resource model (Shin and Lee 2003, eq 1). At worst
 * a budget has just been used up early, and the next come at the ends of their periods.
 */
export function suppliedUs(periodUs: number, budgetUs: number, spanUs: number): number {
  const gap = periodUs - budgetUs
  const whole = Math.max(0, Math.floor((spanUs - gap) / periodUs))
  const intoNext = spanUs - gap - whole * periodUs - gap
  return whole * budgetUs + Math.max(0, Math.min(budgetUs, intoNext))
}

/** The smallest budget that meets every deadline of the task whenever its jobs come. */
function anyPhase(domain: RealTimeDomain): ReservationAdvice {
  const spanUs = microseconds(domain.periodSeconds)
  const needsUs = microseconds(domain.executionSeconds)
  const periodUs = Math.min(spanUs, Math.max(minPeriodUs, Math.floor(spanUs / periodsPerJob)))
  let [tooSmall, budgetUs] = [0, periodUs]
  while (budgetUs - tooSmall > 1) {
    const middle = Math.floor((tooSmall + budgetUs) / 2)
    if (suppliedUs(periodUs, middle, spanUs) >= needsUs) budgetUs = middle
    else tooSmall = middle
  }
  return { name: domain.name, periodUs, budgetUs, anyPhase: true }
}

/**
 * Reservations for the domains of one pCPU under RTDS. Where those that hold for any phase are too much
 * together, the task's own period and execution time: the equivalent of RT-Credit, exact for jobs that
 * come when their reservation's period begins, which Xen does not arrange.
 */
export function adviseReservations(domains: readonly RealTimeDomain[]): ReservationAdvice[] {
  const certain = domains.map(anyPhase)
  const total = certain.reduce((sum, { periodUs, budgetUs }) => sum + budgetUs / periodUs, 0)
  if (total <= 1) return certain
  return domains.map((domain) => ({
    name: domain.name,
    periodUs: microseconds(domain.periodSeconds),
    budgetUs: microseconds(domain.executionSeconds),
    anyPhase: taskUtilisation(domain) === 1,
  }))
}
