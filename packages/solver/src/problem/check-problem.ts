import type { WeightProblem } from './weight-problem.ts'
import { WeightProblemError } from './weight-problem-error.ts'

function checkStep(step: number): void {
  const count = Math.round(1 / step)
  const divides = step > 0 && Math.abs(count * step - 1) <= 1e-9
  if (divides) return
  throw new WeightProblemError('invalid-step', `A step of ${step} does not divide 1.`, {
    stepShare: step,
  })
}

function checkKnown(problem: WeightProblem): void {
  const known = new Set(problem.load.domains.map((domain) => domain.name))
  const { bounds = {}, targets = {}, softTargets = {}, factors = {} } = problem
  const { excluded = [], alike = [] } = problem
  const named = [bounds, targets, softTargets, factors].flatMap((record) => Object.keys(record))
  for (const name of [...named, ...excluded, ...alike.flat()]) {
    if (known.has(name)) continue
    throw new WeightProblemError('unknown-domain', `${name} is not a domain of this host.`, {
      name,
    })
  }
}

function checkPositive(record: Record<string, number> | undefined, quantity: string): void {
  for (const [name, value] of Object.entries(record ?? {})) {
    if (Number.isFinite(value) && value > 0) continue
    throw new WeightProblemError('invalid-number', `${quantity} of ${name} is ${value}.`, { name })
  }
}

function checkBounds(problem: WeightProblem): void {
  for (const [name, { minShare = 0, maxShare = 1 }] of Object.entries(problem.bounds ?? {})) {
    if (minShare >= 0 && maxShare <= 1 && minShare <= maxShare) continue
    throw new WeightProblemError(
      'invalid-number',
      `The bounds of ${name} must be shares, the minimum not above the maximum.`,
      { name, minShare, maxShare },
    )
  }
}

function checkSlowdown({ objective, aloneSeconds = {}, load }: WeightProblem): void {
  if (objective !== 'mean-slowdown' && objective !== 'meet-targets') return
  for (const { name, arrivalRatePerSecond } of load.domains) {
    if (arrivalRatePerSecond === 0 || Object.hasOwn(aloneSeconds, name)) continue
    throw new WeightProblemError(
      'invalid-number',
      `Slowdown needs the time that a request of ${name} would take alone.`,
      { name },
    )
  }
}

/** @throws WeightProblemError when the problem itself is invalid */
export function checkProblem(problem: WeightProblem): void {
  checkStep(problem.stepShare)
  checkKnown(problem)
  checkBounds(problem)
  checkPositive(problem.targets, 'The target')
  checkPositive(problem.softTargets, 'The soft target')
  checkPositive(problem.factors, 'The factor')
  checkPositive(problem.aloneSeconds, 'The time alone')
  checkSlowdown(problem)
}
