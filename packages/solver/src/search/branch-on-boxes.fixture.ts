import type { HostLoad } from '@steelyard/model'
import fc from 'fast-check'
import { expect } from 'vitest'
import { equalWeights } from '../problem/problems.fixture.ts'
import type { Objective, WeightProblem } from '../problem/weight-problem.ts'
import type { WeightSolution } from '../problem/weight-solution.ts'
import { sdpsBoundTimes, sdpsTimes } from '../sdps-model.fixture.ts'
import { optimiseByEnumeration } from './optimise-by-enumeration.ts'
import { searchWeights } from './search-weights.ts'

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })

const host = fc.record({
  domains: fc.array(
    fc.record({
      part: between(0.05, 1),
      service: between(0.0005, 0.02),
      /** As a multiple of the time at the weights in force. */
      target: fc.option(between(0.3, 1.4), { freq: 3 }),
      softTarget: fc.option(between(0.3, 1.4), { freq: 3 }),
      factor: fc.option(between(0.5, 2), { freq: 2 }),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  utilisation: fc.oneof(between(0.2, 0.9), between(0.97, 0.995)),
  parts: fc.constantFrom<number>(5, 8, 10),
  scheduler: fc.constantFrom('credit' as const, 'credit2' as const),
  objective: fc.constantFrom<Objective>(
    'meet-targets',
    'mean-slowdown',
    'mean-over-requests',
    'total-delay',
  ),
  mode: fc.constantFrom('free' as const, 'keep-targets' as const),
})

type Host = typeof host extends fc.Arbitrary<infer T> ? T : never

function problemOf({ domains, utilisation, parts, ...drawn }: Host): WeightProblem {
  const whole = domains.reduce((sum, { part }) => sum + part, 0)
  const load: HostLoad = {
    domains: domains.map(({ part, service }, index) => ({
      name: `vm${index + 1}`,
      arrivalRatePerSecond: ((part / whole) * utilisation) / service,
      serviceTimeSeconds: service,
      vCpus: 1,
    })),
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    pCpus: 1,
    scheduler: drawn.scheduler,
  }
  const currentWeights = equalWeights(load)
  const now = sdpsTimes(load)(currentWeights)
  const named = (of: (domain: Host['domains'][number], name: string) => number | null) =>
    Object.fromEntries(
      domains.flatMap((domain, index) => {
        const value = of(domain, `vm${index + 1}`)
        return value === null ? [] : [[`vm${index + 1}`, value] as const]
      }),
    )
  return {
    load,
    currentWeights,
    stepShare: 1 / parts,
    normalisation: 'guests',
    objective: drawn.objective,
    mode: drawn.mode,
    targets: named(({ target, factor }, name) => target && target * (factor ?? 1) * now.get(name)!),
    softTargets: named(
      ({ softTarget, factor }, name) => softTarget && softTarget * (factor ?? 1) * now.get(name)!,
    ),
    factors: named(({ factor }) => factor),
    aloneSeconds: named(({ service }) => service),
  }
}

export const drawnProblem = host.map(problemOf)

/** Whether the worst ratio to a soft target, not the cost, is what decides about the solution. */
function missesSoft({ predicted }: WeightSolution): boolean {
  return predicted.some(
    ({ predictedSeconds, softTargetSeconds }) =>
      softTargetSeconds !== null && predictedSeconds! > softTargetSeconds * (1 + 1e-5),
  )
}

/** The deciding value that the solution reports. */
function decided({ proof: { gridValue } }: WeightSolution): number {
  return gridValue ?? Number.POSITIVE_INFINITY
}

/** Compares the search with exhaustive enumeration, on the optimum and on infeasibility. */
export async function compareSearchWithEnumeration(numRuns: number): Promise<void> {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(host, async (drawn) => {
      const problem = problemOf(drawn)
      const predict = sdpsTimes(problem.load)
      const tried = await optimiseByEnumeration(problem, predict)
      const options = { maxEvaluations: 10_000, boundTimes: sdpsBoundTimes(problem.load) }
      const found = await searchWeights(problem, predict, options)
      seen.set(found.status, (seen.get(found.status) ?? 0) + 1)
      expect(found.status).toBe(tried.status)
      if (tried.status === 'infeasible') return
      expect(found.proof.engine).toBe('branch-and-bound')
      expect(Math.abs(decided(found) / decided(tried) - 1)).toBeLessThan(1e-9)
      expect(found.proof.gap!).toBeLessThan(1e-6)
    }),
    { numRuns },
  )
  expect(seen.get('optimal')).toBeGreaterThan(numRuns / 4)
  expect(seen.get('infeasible')).toBeGreaterThan(numRuns / 40)
}

/** Stops the search before its bound closes, and compares that bound with the optimum. */
export async function compareLooseBoundsWithOptimum(numRuns: number): Promise<void> {
  let gaps = 0
  await fc.assert(
    fc.asyncProperty(host, async (drawn) => {
      const problem = problemOf({ ...drawn, parts: 20 })
      const predict = sdpsTimes(problem.load)
      const boundTimes = sdpsBoundTimes(problem.load)
      const options = { maxEvaluations: 30, mostBoxes: 15, boundTimes }
      const found = await searchWeights(problem, predict, options)
      const tried = await optimiseByEnumeration(problem, predict)
      const { status } = tried
      const best = decided(tried)
      if (found.status === 'infeasible') expect(status).toBe('infeasible')
      if (found.status !== 'not-proven') return
      expect(found.proof.cause!.code).toBe('loose-bounds')
      if (found.proof.bound === null || status === 'infeasible') return
      if (missesSoft(found) !== missesSoft(tried)) return
      gaps++
      expect(found.proof.bound).toBeLessThanOrEqual(best)
      expect(decided(found)).toBeLessThanOrEqual(best * (1 + found.proof.gap!) * (1 + 1e-9))
    }),
    { numRuns },
  )
  expect(gaps).toBeGreaterThan(numRuns / 20)
}
