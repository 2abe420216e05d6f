import type { RealTimeDomain } from './schedulability-placement.ts'

/**
 * Arguments of `xl sched-rtds -p PERIOD -b BUDGET -e 0`, microseconds. Extra time stays off: when a
 * budget is replenished, Xen does not preempt others for a vCPU that is waiting on extra time
 * (repl_timer_handler makes pCPUs reschedule only for depleted vCPUs, and a vCPU with extra time is
 * never depleted).
 */
export interface ReservationAdvice {
  name: string
  periodUs: number
  budgetUs: number
  /** Whether every deadline is met whenever jobs arrive, not only at the start of its period. */
  anyPhase: boolean
}

/** More frequent replenishment costs more than it gains. */
const MIN_PERIOD_US = 1000
/**
 * A reservation period of a tenth of the task's wastes little: a job waits for its budget at most
 * twice that.
 */
const PERIODS_PER_JOB = 10

const microseconds = (seconds: number) => Math.round(seconds * 1e6)

/**
 * CPU time that a budget guarantees in any interval of length `span`, whole microseconds, wherever
 * the interval begins: the supply bound function of the periodic resource model (Shin and Lee 2003,
 * eq 1). In the worst case one budget has just been used up early, and the next arrive at the ends
 * of their periods.
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

/** The smallest budget that meets every deadline of the task whenever its jobs arrive. */
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

/** For a domain alone on its pCPU, whose budget is available whenever it is needed. */
export function reservationAlone(domain: RealTimeDomain): ReservationAdvice {
  const periodUs = periodFor(domain)
  const budgetUs = budgetFor(domain, periodUs)
  return { name: domain.name, periodUs, budgetUs, anyPhase: true }
}

/**
 * Reservations for the domains of one pCPU under RTDS, all with one period P, so that budgets B of
 * at most P in total suffice. With unequal periods they do not: RTDS retains a budget while its
 * domain is idle, and a budget with a long period, demanded in full just before its end, shuts out
 * a short one for a whole period.
 *
 * With a single period that cannot happen (our derivation; Shin and Lee's supply needs just this).
 * Suppose a backlogged domain lacked some of its B at the end d of its period, and only budgets due
 * by d had run since d - t, with t = n P + x and n >= 1. Each domain has at most n whole periods in
 * that time, preceded by the end of one more. Those ends are over after x, so their use totals at
 * most x, and at most sum B. The total is n sum B + min(x, sum B) <= n P + x = t: nothing was
 * lacking. A budget that is demanded from z < B into its period on still guarantees B - z, because
 * the others use at most P - B in any P.
 *
 * Where sum B exceeds P, the reservation is the task's own period and execution time. That is the
 * equivalent of RT-Credit, exact for jobs that arrive when their reservation's period begins, which
 * Xen does not arrange.
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
    budgetUs: microseconds(Math.min(domain.executionSeconds, domain.periodSeconds)),
    anyPhase: false,
  }))
}
