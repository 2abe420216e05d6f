import { type DomainLoad, domain0Name, share, utilisation } from '@steelyard/model'
import { anchorFactors } from './anchor-factors.ts'
import { boundsFit, type Grid, type GridDomain } from './grid.ts'
import type { WeightProblem } from './weight-problem.ts'
import { WeightProblemError } from './weight-problem-error.ts'

export interface PosedGrid {
  grid: Grid
  /** Share of one step. */
  unitShare: number
  /** Sum of the guests' Xen integers, after. */
  guestTotal: number
  /** What the guests' shares add up to: 1, or 1 - w_0 with Domain-0 in the sum. */
  pool: number
  domain0Share: { before: number; after: number }
  /** Domains without arrivals: the formula says nothing of them, so they keep their share. */
  idle: string[]
}

/** Every row gives way by this much, so that rounding of doubles does not decide feasibility. */
const targetTolerance = 1e-6

/** The guests' sum of integers after, and with it w_0 and the shares the guests divide. */
function scaleOf(problem: WeightProblem) {
  const { currentWeights, normalisation, integerMapping } = problem
  const names = problem.load.domains.map((domain) => domain.name)
  const before = share(currentWeights, names, normalisation)
  const guestsNow = names.reduce((sum, name) => sum + currentWeights[name]!, 0)
  const domain0Weight = currentWeights[domain0Name]!
  const guestTotal = integerMapping === 'scale-5120' ? 5120 : guestsNow
  const total = normalisation === 'guests' ? guestTotal : guestTotal + domain0Weight
  return {
    guestTotal,
    pool: guestTotal / total,
    domain0Share: { before: before.domain0, after: domain0Weight / total },
    guestFraction: (name: string) => currentWeights[name]! / guestsNow,
  }
}

/** The step that comes nearest to the asked one and divides what the free domains share. */
function stepsOf(freePool: number, freeDomains: number, step: number): number {
  const stepsAt = (parts: number) => Math.round(freePool * parts)
  if (stepsAt(1 / step) >= freeDomains) return stepsAt(1 / step)
  let parts = Math.ceil(1 / step)
  while (stepsAt(parts) < freeDomains) parts++
  throw new WeightProblemError(
    'grid-too-small',
    `${freeDomains} domains do not fit on a grid of steps of ${step}; the largest step that fits is 1/${parts} = ${Number((1 / parts).toPrecision(6))}.`,
    { stepShare: step, domains: freeDomains, largestStepShare: 1 / parts },
  )
}

function boundsInSteps(problem: WeightProblem, name: string, unit: number, mostSteps: number) {
  const { minShare = 0, maxShare = 1 } = problem.bounds?.[name] ?? {}
  return {
    minSteps: Math.max(1, Math.ceil(minShare / unit - 1e-9)),
    maxSteps: Math.min(mostSteps, Math.floor(maxShare / unit + 1e-9)),
  }
}

/**
 * The right side of the SLA row S + C <= room w_p, from
 * factor (w_0 x_0 + (S + C) / (w_p lambda_p)) <= target, the factor being 1 without an anchor.
 */
function roomOf(
  domain: DomainLoad,
  target: number | undefined,
  factor: number,
  domain0Seconds: number,
): number | null {
  if (target === undefined || domain.arrivalRatePerSecond === 0) return null
  return domain.arrivalRatePerSecond * ((target * (1 + targetTolerance)) / factor - domain0Seconds)
}

/** @throws WeightProblemError when the grid cannot hold the domains or their bounds */
export function poseGrid(problem: WeightProblem): PosedGrid {
  const { domains, domain0 } = problem.load
  const scale = scaleOf(problem)
  const factors = anchorFactors(problem)
  const targets = problem.mode === 'meet-targets-first' ? problem.targets : undefined
  const idle = domains.filter((d) => d.arrivalRatePerSecond === 0).map((d) => d.name)
  const kept = new Set([...(problem.excluded ?? []), ...idle])
  const free = domains.filter(({ name }) => !kept.has(name))
  if (free.length === 0) {
    throw new WeightProblemError('no-load', 'Every domain is excluded or without arrivals.')
  }
  const freePool = scale.pool * free.reduce((sum, { name }) => sum + scale.guestFraction(name), 0)
  const steps = stepsOf(freePool, free.length, problem.stepShare)
  const unitShare = freePool / steps
  const rho = domains.reduce((sum, domain) => sum + utilisation(domain), 0) || 1
  const meanRate =
    domains.reduce((sum, domain) => sum + domain.arrivalRatePerSecond, 0) / domains.length
  const domain0Seconds = scale.domain0Share.after * domain0.serviceTimeSeconds
  const posed = domains.map((domain): GridDomain => {
    const { name } = domain
    const room = roomOf(domain, targets?.[name], factors.get(name) ?? 1, domain0Seconds)
    return {
      name,
      rate: domain.arrivalRatePerSecond / meanRate,
      load: utilisation(domain) / rho,
      keptSteps: kept.has(name) ? (scale.pool * scale.guestFraction(name)) / unitShare : null,
      ...boundsInSteps(problem, name, unitShare, steps - free.length + 1),
      room: room === null ? null : room / rho,
    }
  })
  const grid: Grid = {
    domains: posed,
    steps,
    ioDelay: (domain0.ioRequestsPerSecond * domain0.delayPerIoSeconds) / (unitShare * rho),
    leastLoad: 0,
    greatestLoad: Number.POSITIVE_INFINITY,
    delayScaleSeconds: rho / meanRate,
    constantSeconds: (domains.length - idle.length) * domain0Seconds,
  }
  if (!boundsFit(grid)) {
    throw new WeightProblemError(
      'bounds-infeasible',
      `The minimum and maximum shares leave no allocation in steps of ${unitShare}.`,
      { stepShare: unitShare, steps },
    )
  }
  const { guestTotal, pool, domain0Share } = scale
  return { grid, unitShare, guestTotal, pool, domain0Share, idle }
}
