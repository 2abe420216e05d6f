import {
  creditsDomain0Needs,
  DOMAIN0_NAME,
  type DomainLoad,
  domain0Utilisation,
  mostGuestWeight,
  share,
  utilisation,
  valueFor,
} from '@steelyard/model'
import { divideSteps } from './divide-steps.ts'
import type { Grid, GridGroup } from './grid.ts'
import { gridSteps, type StepReason } from './grid-steps.ts'
import { groupDomains } from './group-domains.ts'
import type { WeightProblem } from './weight-problem.ts'
import { WeightProblemError } from './weight-problem-error.ts'

export interface PosedGrid {
  grid: Grid
  /** Share of one step. */
  unitShare: number
  /** Why the step differs from the requested one; null where it does not. */
  stepReason: StepReason | null
  /** New sum of the guests' Xen integers. */
  guestTotal: number
  /** Sum of the guests' shares: 1, or 1 - w_0 with Domain-0 in the sum. */
  pool: number
  domain0Share: { before: number; after: number }
  /** The part of the credits that Domain-0 needs, where it keeps the sum below 5120; else null. */
  domain0Needs: number | null
  /** Domains without arrivals; the formula does not cover them, so they keep their share. */
  idle: string[]
}

/** Every row is relaxed by this much, so that rounding errors do not decide feasibility. */
const TARGET_TOLERANCE = 1e-6

const SCALED_TOTAL = 5120

/**
 * The greatest sum of the guests' weights that leaves Domain-0 the part of the credits that it needs,
 * and at least their sum in force.
 */
export function mostOfGuests({ load, currentWeights, otherWeight = 0 }: WeightProblem) {
  const needs = creditsDomain0Needs(domain0Utilisation(load), load.pCpus)
  const allowed = mostGuestWeight(currentWeights[DOMAIN0_NAME]!, needs) - otherWeight
  const now = load.domains.reduce((sum, { name }) => sum + currentWeights[name]!, 0)
  return { needs, most: Math.max(now, allowed) }
}

/** The guests' new sum of integers, with w_0 and the shares that the guests divide. */
function scaleOf(problem: WeightProblem) {
  const { currentWeights, normalisation, integerMapping } = problem
  const names = problem.load.domains.map((domain) => domain.name)
  const before = share(currentWeights, names, normalisation)
  const guestsNow = names.reduce((sum, name) => sum + currentWeights[name]!, 0)
  const domain0Weight = currentWeights[DOMAIN0_NAME]!
  const { needs, most } = mostOfGuests(problem)
  const guestTotal = integerMapping === 'scale-5120' ? Math.min(SCALED_TOTAL, most) : guestsNow
  const total = normalisation === 'guests' ? guestTotal : guestTotal + domain0Weight
  return {
    guestTotal,
    pool: guestTotal / total,
    domain0Share: { before: before.domain0, after: domain0Weight / total },
    domain0Needs: integerMapping === 'scale-5120' && most < SCALED_TOTAL ? needs : null,
    guestFraction: (name: string) => currentWeights[name]! / guestsNow,
  }
}

/**
 * The narrowest bounds of the members; `mostSteps` is what one of them gets if all others get one
 * step.
 */
function boundsInSteps(
  { bounds = {} }: WeightProblem,
  names: readonly string[],
  unit: number,
  mostSteps: number,
) {
  const least = names.map((name) => valueFor(bounds, name)?.minShare ?? 0)
  const most = names.map((name) => valueFor(bounds, name)?.maxShare ?? 1)
  return {
    minSteps: Math.max(1, Math.ceil(Math.max(...least) / unit - 1e-9)),
    maxSteps: Math.min(mostSteps, Math.floor(Math.min(...most) / unit + 1e-9)),
  }
}

/**
 * The right side of the SLA row S + C <= room w_p, from
 * factor (w_0 x_0 + (S + C) / (w_p lambda_p)) <= target.
 */
function roomOf(
  domain: DomainLoad,
  target: number | undefined,
  factor: number,
  domain0Seconds: number,
): number {
  if (target === undefined || domain.arrivalRatePerSecond === 0) return Number.POSITIVE_INFINITY
  return domain.arrivalRatePerSecond * ((target * (1 + TARGET_TOLERANCE)) / factor - domain0Seconds)
}

function checkFits(grid: Grid, unitShare: number): void {
  if (divideSteps(grid, () => 0)) return
  throw new WeightProblemError(
    'bounds-infeasible',
    `The minimum and maximum shares leave no allocation in steps of ${unitShare}.`,
    { stepShare: unitShare, steps: grid.steps },
  )
}

/** @throws WeightProblemError when the grid cannot hold the domains or their bounds */
export function poseGrid(problem: WeightProblem): PosedGrid {
  const { domains, domain0 } = problem.load
  const { factors = {} } = problem
  const { guestFraction, ...scale } = scaleOf(problem)
  const targets = problem.mode === 'keep-targets' ? problem.targets : undefined
  const idle = domains.filter((d) => d.arrivalRatePerSecond === 0).map((d) => d.name)
  const kept = new Set([...(problem.excluded ?? []), ...idle])
  const grouped = groupDomains(problem, kept)
  const free = grouped.filter(([name]) => !kept.has(name!))
  if (free.length === 0) {
    throw new WeightProblemError('no-load', 'Every domain is excluded or without arrivals.')
  }
  const freePool = scale.pool * free.flat().reduce((sum, name) => sum + guestFraction(name), 0)
  const sizes = free.map((names) => names.length)
  const { steps, reason } = gridSteps(freePool, sizes, problem.stepShare)
  const unitShare = freePool / steps
  const rho = domains.reduce((sum, domain) => sum + utilisation(domain), 0) || 1
  const meanRate =
    domains.reduce((sum, domain) => sum + domain.arrivalRatePerSecond, 0) / domains.length
  const domain0Seconds = scale.domain0Share.after * domain0.serviceTimeSeconds
  const mostSteps = (size: number) => 1 + Math.floor((steps - free.flat().length) / size)
  const busy = domains.filter((domain) => domain.arrivalRatePerSecond > 0)
  const groups = grouped.map((names): GridGroup => {
    const members = domains.filter(({ name }) => names.includes(name))
    const sumOf = (of: (domain: DomainLoad) => number) =>
      members.reduce((sum, domain) => sum + of(domain), 0)
    const isKept = kept.has(names[0]!)
    const room = Math.min(
      ...members.map((d) =>
        roomOf(d, valueFor(targets, d.name), valueFor(factors, d.name) ?? 1, domain0Seconds),
      ),
    )
    return {
      names,
      inverseRate: sumOf(({ name, arrivalRatePerSecond: rate }) =>
        rate > 0 ? ((valueFor(factors, name) ?? 1) * meanRate) / rate : 0,
      ),
      load: sumOf(utilisation) / rho,
      keptSteps: isKept ? (scale.pool * guestFraction(names[0]!)) / unitShare : null,
      ...boundsInSteps(problem, names, unitShare, mostSteps(names.length)),
      room: room === Number.POSITIVE_INFINITY ? null : room / rho,
    }
  })
  const grid: Grid = {
    groups,
    steps,
    ioDelay: (domain0.ioRequestsPerSecond * domain0.delayPerIoSeconds) / (unitShare * rho),
    greatestLoad: Number.POSITIVE_INFINITY,
    delayScaleSeconds: rho / meanRate,
    constantSeconds:
      busy.reduce((sum, { name }) => sum + (valueFor(factors, name) ?? 1), 0) * domain0Seconds,
  }
  checkFits(grid, unitShare)
  return { grid, unitShare, stepReason: reason, ...scale, idle }
}
