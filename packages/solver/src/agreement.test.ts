import { delayAware, domain0Name, type Weights } from '@steelyard/model'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allocations } from './allocations.ts'
import { buildMilp } from './build-milp.ts'
import { closedForm } from './closed-form.ts'
import { enumerateOptimum } from './enumerate.fixture.ts'
import { greedyOptimum } from './greedy.ts'
import { meetsRows, totalDelaySeconds } from './grid.ts'
import { MilpSession } from './milp-session.ts'
import { narrowLoad } from './narrow-load.ts'
import { type PosedGrid, poseGrid } from './pose-grid.ts'
import { solveGrid } from './solve-grid.ts'
import { tightenByTargets } from './tighten-by-targets.ts'
import type { WeightProblem } from './weight-problem.ts'
import { WeightProblemError } from './weight-problem-error.ts'

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })

const domains = fc.array(
  fc.record({
    rate: fc.oneof(
      { weight: 12, arbitrary: between(1, 300) },
      { weight: 1, arbitrary: fc.constant(0) },
    ),
    service: between(0.0005, 0.02),
    weight: fc.integer({ min: 64, max: 1024 }),
    excluded: fc.integer({ min: 0, max: 7 }).map((die) => die === 0),
    /** Target as a multiple of the formula at the current weights. */
    target: fc.option(between(0.4, 1.6), { freq: 2 }),
    anchor: fc.option(between(0.001, 0.5)),
    minShare: fc.option(between(0.01, 0.25), { freq: 1 }),
    maxShare: fc.option(between(0.4, 1), { freq: 1 }),
  }),
  { minLength: 2, maxLength: 4 },
)

const host = fc.record({
  domains,
  parts: fc.constantFrom(5, 8, 10, 12),
  x0: fc.oneof(fc.constant(0), between(0, 0.03)),
  ioDelay: fc.oneof(fc.constant(0), between(0, 2)),
  domain0Weight: fc.integer({ min: 64, max: 1024 }),
  normalisation: fc.constantFrom('guests' as const, 'with-domain0' as const),
  integerMapping: fc.constantFrom('keep-unchanged' as const, 'scale-5120' as const),
})

type Host = typeof host extends fc.Arbitrary<infer T> ? T : never

const named = <T>(
  drawn: Host,
  pick: (domain: Host['domains'][number], index: number) => T | null,
) =>
  Object.fromEntries(
    drawn.domains.flatMap((domain, index) => {
      const value = pick(domain, index)
      return value === null ? [] : [[`d${index}`, value] as const]
    }),
  )

function problemOf(drawn: Host): WeightProblem {
  const base: WeightProblem = {
    load: {
      domains: drawn.domains.map(({ rate, service }, index) => ({
        name: `d${index}`,
        arrivalRatePerSecond: rate,
        serviceTimeSeconds: service,
      })),
      domain0: {
        serviceTimeSeconds: drawn.x0,
        ioRequestsPerSecond: drawn.ioDelay * 1000,
        delayPerIoSeconds: 0.001,
      },
      physicalCpus: 1,
    },
    currentWeights: { ...named(drawn, ({ weight }) => weight), [domain0Name]: drawn.domain0Weight },
    stepShare: 1 / drawn.parts,
    normalisation: drawn.normalisation,
    mode: 'meet-targets-first',
    excluded: Object.keys(named(drawn, ({ excluded }) => excluded || null)),
    bounds: named(drawn, ({ minShare, maxShare }) => ({
      ...(minShare !== null && { minShare }),
      ...(maxShare !== null && { maxShare }),
    })),
    anchors: named(drawn, ({ anchor }) => anchor),
    integerMapping: drawn.integerMapping,
  }
  const now = formulaOf(base, base.currentWeights)
  const targets = named(drawn, ({ target, anchor }, index) => {
    const formula = now[index]
    if (target === null || !formula) return null
    return target * (anchor ?? formula)
  })
  return { ...base, targets }
}

function formulaOf(problem: WeightProblem, weights: Weights): (number | null)[] {
  const { normalisation, load } = problem
  return delayAware
    .estimate(load, weights, { normalisation })
    .domains.map((domain) => domain.responseTimeSeconds)
}

/**
 * The oracle knows nothing of S, C or rows: it asks the published estimator, at weights that stand
 * for the exact shares, and compares every prediction with its target.
 */
function judge(problem: WeightProblem, posed: PosedGrid, allocation: readonly number[]) {
  const { load, currentWeights, targets = {}, anchors = {} } = problem
  const perShare = currentWeights[domain0Name]! / posed.domain0Share.after
  const weights: Weights = { [domain0Name]: currentWeights[domain0Name]! }
  for (const [index, { name }] of load.domains.entries()) {
    weights[name] = allocation[index]! * posed.unitShare * perShare
  }
  const now = formulaOf(problem, currentWeights)
  const after = formulaOf(problem, weights)
  const keeps = load.domains.every(({ name }, index) => {
    const target = targets[name]
    const formula = after[index]
    if (target === undefined || !formula) return true
    const predicted =
      anchors[name] === undefined ? formula : (anchors[name] * formula) / now[index]!
    return predicted <= target * (1 + 1e-6)
  })
  return { keeps, totalSeconds: after.reduce((sum: number, seconds) => sum + (seconds ?? 0), 0) }
}

/** The problem on its grid, or null where the draw has no valid one (bounds, or nothing free). */
function pose(problem: WeightProblem): PosedGrid | null {
  try {
    return poseGrid(problem)
  } catch (error) {
    if (error instanceof WeightProblemError) return null
    throw error
  }
}

function enumerate(problem: WeightProblem, posed: PosedGrid): number | null {
  const totals = [...allocations(posed.grid)]
    .map((allocation) => judge(problem, posed, allocation))
    .filter(({ keeps }) => keeps)
    .map(({ totalSeconds }) => totalSeconds)
  return totals.length === 0 ? null : Math.min(...totals)
}

function expectSame(actual: number, expected: number, tolerance: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(tolerance * expected)
}

let session: MilpSession
beforeAll(() => {
  session = new MilpSession()
})
afterAll(() => session.close())

describe('agreement with exhaustive enumeration on random hosts', () => {
  test('the integer program finds the optimum, or that there is none', async () => {
    const seen = { optimal: 0, infeasible: 0 }
    await fc.assert(
      fc.asyncProperty(host, async (drawn) => {
        const problem = problemOf(drawn)
        const posed = pose(problem)
        fc.pre(posed !== null)
        const expected = enumerate(problem, posed!)
        const found = await solveGrid(posed!.grid, session, 60, true)
        expect(found.status).toBe(expected === null ? 'infeasible' : 'optimal')
        seen[expected === null ? 'infeasible' : 'optimal']++
        if (expected === null) return
        expectSame(found.delaySeconds!, expected, 2e-6)
        expect(judge(problem, posed!, found.allocation!).keeps).toBe(true)
      }),
      { numRuns: 500 },
    )
    expect(Math.min(seen.optimal, seen.infeasible)).toBeGreaterThan(50)
  }, 120_000)

  test('so does GLPK alone when the targets have not tightened the bounds beforehand', async () => {
    await fc.assert(
      fc.asyncProperty(host, async (drawn) => {
        const posed = pose(problemOf(drawn))
        fc.pre(posed !== null)
        const answer = await session.solve(buildMilp(posed!.grid).lp, 60)
        expect(answer.kind === 'optimal').toBe(tightenByTargets(posed!.grid) !== null)
      }),
      { numRuns: 150 },
    )
  }, 120_000)

  test.each([0, -0.01])('GLPK alone knows a kept domain whose room is %d', async (room) => {
    const kept = { name: 'kept', rate: 1, load: 1, keptSteps: 4, minSteps: 1, maxSteps: 1, room }
    const free = { ...kept, name: 'free', keptSteps: null, room: null }
    const answer = await session.solve(
      buildMilp({
        domains: [kept, free],
        steps: 1,
        ioDelay: 0,
        leastLoad: 0,
        greatestLoad: Number.POSITIVE_INFINITY,
        delayScaleSeconds: 1,
        constantSeconds: 0,
      }).lp,
      60,
    )
    expect(answer.kind).toBe('none')
  })

  test('the narrowed range keeps an optimum, above its bound and not above its incumbent', () => {
    fc.assert(
      fc.property(host, fc.integer({ min: 0, max: 12 }), (drawn, cuts) => {
        const posed = pose(problemOf(drawn))
        const tightened = posed && tightenByTargets(posed.grid)
        fc.pre(tightened !== null)
        const { grid, boundSeconds, incumbent } = narrowLoad(
          tightened!.grid,
          tightened!.witness,
          cuts,
        )
        const whole = enumerateOptimum(posed!.grid)!.delaySeconds
        expectSame(enumerateOptimum(grid)!.delaySeconds, whole, 1e-9)
        expect(boundSeconds).toBeLessThanOrEqual(whole * (1 + 1e-9))
        expect(totalDelaySeconds(posed!.grid, incumbent)).toBeGreaterThanOrEqual(whole * (1 - 1e-9))
        expect(meetsRows(posed!.grid, incumbent)).toBe(true)
      }),
      { numRuns: 300 },
    )
  }, 60_000)

  test('without targets the greedy is exact', () => {
    fc.assert(
      fc.property(host, (drawn) => {
        const problem = { ...problemOf(drawn), targets: {} }
        const posed = pose(problem)
        fc.pre(posed !== null)
        const greedy = totalDelaySeconds(posed!.grid, greedyOptimum(posed!.grid))
        expectSame(greedy, enumerate(problem, posed!)!, 1e-9)
      }),
      { numRuns: 500 },
    )
  }, 60_000)

  test('no grid goes below the closed form, and its shares reach it', () => {
    fc.assert(
      fc.property(host, (drawn) => {
        const problem = problemOf({ ...drawn, ioDelay: 0 })
        const posed = pose({ ...problem, targets: {}, excluded: [] })
        fc.pre(posed !== null)
        const { pool, domain0Share, grid } = posed!
        const form = closedForm(problem.load, pool, domain0Share.after)
        fc.pre(form !== null)
        const greedy = totalDelaySeconds(grid, greedyOptimum(grid))
        expect(greedy).toBeGreaterThanOrEqual(form!.totalDelaySeconds * (1 - 1e-9))
        const steps = grid.domains.map(({ name }) => form!.shares[name]! / posed!.unitShare)
        expectSame(judge(problem, posed!, steps).totalSeconds, form!.totalDelaySeconds, 1e-9)
      }),
      { numRuns: 200 },
    )
  })
})
