import type { RealTimeDomain } from './schedulability-placement.ts'

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
const MIN_PERIOD_US = 1000
/** Reservations of a tenth of the period waste little: the job waits for budget at most twice that. */
const PERIODS_PER_JOB = 10

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

function periodFor({ periodSeconds }: RealTimeDomain): number {
  const spanUs = microseconds(periodSeconds)
  return Math.min(spanUs, Math.max(MIN_PERIOD_US, Math.floor(spanUs / PERIODS_PER_JOB)))
}

/** The smallest budget that meets every deadline of the task whenever its jobs come. */
function budgetFor(domain: RealTimeDomain, periodUs: number): number {
  const spanUs = microseconds(domain.periodSeconds)
  const needsUs = microseconds(domain.executionSeconds)
  let [tooSmall, budgetUs] = [0, periodUs]
  while (budgetUs - tooSmall > 1) {
    const middle = Math.floor((tooSmall + budgetUs) / 2)
    if (suppliedUs(periodUs, middle, spanUs) >= needsUs) budgetUs = middle
    else tooSmall = middle
  }
  return budgetUs
}

/** For a domain that has a pCPU to itself: its budget is there whenever it is wanted. */
export function reservationAlone(domain: RealTimeDomain): ReservationAdvice {
  const periodUs = periodFor(domain)
  const budgetUs = budgetFor(domain, periodUs)
  return { name: domain.name, periodUs, budgetUs, anyPhase: true }
}

/**
 * Reservations for the domains of one pCPU under RTDS, all of one period P, so that budgets B of P
 * together are enough. Of unequal periods they are not: RTDS keeps a budget while its domain is idle, and
 * one of a long period, wanted all at once just before its end, shuts out a whole period of a short one.
 *
 * Of one period it cannot (our derivation; Shin and Lee's supply needs just this). Say a backlogged
 * domain lacked some of its B at the end d of its period, and nothing but budgets due by d had run since
 * d - t, t = n P + x with n >= 1. Each domain has n whole periods in that time, at most, and before them
 * the end of one. Those ends are over after x, so what all use of them is no more than x, nor than sum B.
 * That makes n sum B + min(x, sum B) <= n P + x = t: nothing was lacking. One that is wanted from z < B
 * into its period on has B - z more of it for certain, as the others use no more than P - B in any P.
 *
 * Where sum B is more than P, the task's own period and execution time: the equivalent of RT-Credit, exact
 * for jobs that come when their reservation's period begins, which Xen does not arrange.
 */
export function adviseReservations(domains: readonly RealTimeDomain[]): ReservationAdvice[] {
  const periodUs = Math.min(...domains.map(periodFor))
  const certain = domains.map((domain) => ({
    name: domain.name,
    periodUs,
    anyPhase: true,
    budgetUs: budgetFor(domain, periodUs),
  }))
  if (certain.reduce((sum, { budgetUs }) => sum + budgetUs, 0) <= periodUs) return certain
  return domains.map((domain) => ({
    name: domain.name,
    periodUs: microseconds(domain.periodSeconds),
    budgetUs: microseconds(domain.executionSeconds),
    anyPhase: false,
  }))
}
