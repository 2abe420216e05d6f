import { DOMAIN0_NAME, delayAware, type Weights } from '@steelyard/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { branchOnRows } from './milp/branch-on-rows.ts'
import { buildMilp } from './milp/build-milp.ts'
import { solveGrid } from './milp/solve-grid.ts'
import { solveMilp } from './milp/solve-milp.ts'
import { tightenByTargets } from './milp/tighten-by-targets.ts'
import { allocations } from './problem/allocations.ts'
import { meetsRows, productOf, totalDelaySeconds, weightedLoad } from './problem/grid.ts'
import { between as evenly } from './problem/grids.fixture.ts'
import { type PosedGrid, poseGrid } from './problem/pose-grid.ts'
import type { WeightProblem } from './problem/weight-problem.ts'
import { WeightProblemError } from './problem/weight-problem-error.ts'
import { enumerateOptimum } from './search/enumerate.fixture.ts'
import { closedForm } from './separable/closed-form.ts'
import { greedyOptimum } from './separable/greedy.ts'

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
    /** Target as a multiple of the formula's value at the current weights. */
    target: fc.option(between(0.4, 1.6), { freq: 2 }),
    factor: fc.option(between(0.1, 8)),
    minShare: fc.option(between(0.01, 0.25), { freq: 2 }),
    maxShare: fc.option(between(0.4, 1), { freq: 2 }),
  }),
  { minLength: 2, maxLength: 4 },
)

const host = fc.record({
  domains,
  parts: fc.constantFrom<number>(5, 8, 10, 12),
  /** The number of domains, from the first, that are alike. */
  alike: fc.constantFrom(0, 0, 2, 3),
  x0: fc.oneof(fc.constant(0), between(0, 0.03)),
  ioDelay: fc.oneof(fc.constant(0), between(0, 2)),
  domain0Weight: fc.integer({ min: 64, max: 1024 }),
  normalisation: fc.constantFrom('guests' as const, 'with-domain-0' as const),
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
      pCpus: 1,
    },
    currentWeights: {
      ...named(drawn, ({ weight }) => weight),
      [DOMAIN0_NAME]: drawn.domain0Weight,
    },
    stepShare: 1 / drawn.parts,
    normalisation: drawn.normalisation,
    objective: 'total-delay',
    mode: 'keep-targets',
    excluded: Object.keys(named(drawn, ({ excluded }) => excluded || null)),
    bounds: named(drawn, ({ minShare, maxShare }) => ({
      ...(minShare !== null && { minShare }),
      ...(maxShare !== null && { maxShare }),
    })),
    factors: named(drawn, ({ factor }) => factor),
    integerMapping: drawn.integerMapping,
    alike:
      drawn.alike > 0 ? [drawn.domains.slice(0, drawn.alike).map((_, index) => `d${index}`)] : [],
  }
  const now = formulaOf(base, base.currentWeights)
  const targets = named(drawn, ({ target, factor }, index) => {
    const formula = now[index]
    if (target === null || !formula) return null
    return target * (factor ?? 1) * formula
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
 * The oracle uses neither S, C nor rows: it asks the published estimator, at weights that represent
 * the exact shares, and compares every prediction with its target.
 */
function judge(problem: WeightProblem, posed: PosedGrid, allocation: readonly number[]) {
  const { load, currentWeights, targets = {}, factors = {} } = problem
  const perShare = currentWeights[DOMAIN0_NAME]! / posed.domain0Share.after
  const weights: Weights = { [DOMAIN0_NAME]: currentWeights[DOMAIN0_NAME]! }
  for (const [index, { names }] of posed.grid.groups.entries()) {
    for (const name of names) weights[name] = allocation[index]! * posed.unitShare * perShare
  }
  const after = formulaOf(problem, weights).map(
    (seconds, index) => (seconds ?? 0) * (factors[load.domains[index]!.name] ?? 1),
  )
  const keeps = load.domains.every(({ name }, index) => {
    const target = targets[name]
    return target === undefined || after[index]! <= target * (1 + 1e-6)
  })
  return { keeps, seconds: after, totalSeconds: after.reduce((sum, each) => sum + each, 0) }
}

/**
 * The problem on its grid, or null where the random problem has no valid one (bounds, or no free
 * domain).
 */
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

describe('agreement with exhaustive enumeration on random hosts', () => {
  const engines: Record<string, number> = {}

  async function expectOptimum(problem: WeightProblem, posed: PosedGrid): Promise<void> {
    const expected = enumerate(problem, posed)
    for (const mostNodes of [500, 0]) {
      const found = await solveGrid(posed.grid, { timeLimitSeconds: 60, mostNodes })
      engines[found.engine] = (engines[found.engine] ?? 0) + 1
      expect(found.status).toBe(expected === null ? 'infeasible' : 'optimal')
      if (mostNodes > 0) expect(found.engine).not.toBe('milp')
      if (expected === null) continue
      expectSame(found.delaySeconds!, expected, 2e-6)
      expect(judge(problem, posed, found.allocation!).keeps).toBe(true)
    }
  }

  test('branch and bound and the integer program find the optimum or prove that there is none', async () => {
    await fc.assert(
      fc.asyncProperty(host, async (drawn) => {
        const problem = problemOf(drawn)
        const posed = pose(problem)
        fc.pre(posed !== null)
        await expectOptimum(problem, posed!)
      }),
      { numRuns: 500 },
    )
    // Targets that some allocation only just keeps are binding more often.
    const slacks = fc.array(between(1, 1.1), { minLength: 4, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(host, evenly(0, 1), slacks, async (drawn, place, slack) => {
        const free = { ...problemOf({ ...drawn, parts: 20 }), targets: {} }
        const posed = pose(free)
        fc.pre(posed !== null)
        const all = [...allocations(posed!.grid)]
        const { seconds } = judge(free, posed!, all[Math.floor(place * (all.length - 1))]!)
        const targets = Object.fromEntries(
          seconds.flatMap((each, index) =>
            each > 0 ? [[`d${index}`, each * slack[index]!] as const] : [],
          ),
        )
        const problem = { ...free, targets }
        await expectOptimum(problem, pose(problem)!)
      }),
      { numRuns: 300 },
    )
    for (const engine of ['relaxation', 'branch-and-bound', 'monotone-bounds', 'milp']) {
      expect(engines[engine]).toBeGreaterThan(1)
    }
  })

  /**
   * The rows of the MILP hold to a millionth of a step, so its optimum must lie between those of
   * rows that are ten times as much tighter and looser.
   */
  test('GLPK alone finds the optimum or infeasibility on a grid that was not narrowed', async () => {
    await fc.assert(
      fc.asyncProperty(host, async (drawn) => {
        const posed = pose(problemOf(drawn))
        fc.pre(posed !== null)
        const leastWithin = (eased: number) => {
          const groups = posed!.grid.groups.map((group) => ({
            ...group,
            room: group.room === null ? null : group.room + eased * Math.abs(group.room),
          }))
          const found = enumerateOptimum({ ...posed!.grid, groups })
          return found?.delaySeconds ?? Number.POSITIVE_INFINITY
        }
        const { lp, read } = buildMilp(posed!.grid)
        const { kind, vars } = await solveMilp(lp, 60)
        const found =
          kind === 'optimal' ? totalDelaySeconds(posed!.grid, read(vars)) : Number.POSITIVE_INFINITY
        expect(found).toBeGreaterThanOrEqual(leastWithin(1e-5) * (1 - 2e-6))
        expect(found).toBeLessThanOrEqual(leastWithin(-1e-5) * (1 + 2e-6))
      }),
      { numRuns: 300 },
    )
  })

  test('GLPK alone detects a kept domain that misses its target by 0.23 % when all else is fixed', async () => {
    const load = {
      domains: ['d0', 'd1'].map((name) => ({
        name,
        arrivalRatePerSecond: 1,
        serviceTimeSeconds: 0.0005,
      })),
      domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
      pCpus: 1,
    }
    const problem: WeightProblem = {
      load,
      currentWeights: { [DOMAIN0_NAME]: 64, d0: 64, d1: 727 },
      stepShare: 0.2,
      normalisation: 'guests',
      objective: 'total-delay',
      mode: 'keep-targets',
      excluded: ['d0'],
    }
    const now = formulaOf(problem, problem.currentWeights)[0]!
    const kinds = [0.9977, 1.0001].map(async (part) => {
      const { grid } = poseGrid({ ...problem, targets: { d0: part * now } })
      return (await solveMilp(buildMilp(grid).lp, 60)).kind
    })
    expect(await Promise.all(kinds)).toEqual(['none', 'optimal'])
  })

  test.each([0, -0.01])('GLPK alone detects a kept domain whose room is %d', async (room) => {
    const bounds = { minSteps: 1, maxSteps: 1 }
    const kept = { names: ['kept'], inverseRate: 1, load: 1, keptSteps: 4, ...bounds, room }
    const free = { ...kept, names: ['free'], keptSteps: null, room: null }
    const answer = await solveMilp(
      buildMilp({
        groups: [kept, free],
        steps: 1,
        ioDelay: 0,
        greatestLoad: Number.POSITIVE_INFINITY,
        delayScaleSeconds: 1,
        constantSeconds: 0,
      }).lp,
      60,
    )
    expect(answer.kind).toBe('none')
  })

  test('the bounds of the boxes left open are valid, and the incumbent keeps the rows', () => {
    fc.assert(
      fc.property(host, fc.integer({ min: 0, max: 12 }), (drawn, mostNodes) => {
        const posed = pose(problemOf(drawn))
        const tightened = posed && tightenByTargets(posed.grid)
        fc.pre(tightened !== null)
        const { grid, witness } = tightened!
        const { open, incumbent } = branchOnRows(grid, witness, mostNodes)
        const least = productOf(grid, enumerateOptimum(posed!.grid)!.allocation)
        expect(Math.min(incumbent.product, ...open.map((part) => part.bound))).toBeLessThanOrEqual(
          least * (1 + 1e-8),
        )
        for (const part of open) {
          for (const within of allocations(part.grid)) {
            if (weightedLoad(part.grid, within) > part.grid.greatestLoad) continue
            if (!meetsRows(part.grid, within)) continue
            expect(part.bound).toBeLessThanOrEqual(productOf(grid, within) * (1 + 1e-9))
          }
        }
        expect(meetsRows(posed!.grid, incumbent.allocation)).toBe(true)
        expectSame(productOf(grid, incumbent.allocation), incumbent.product, 1e-12)
      }),
      { numRuns: 300 },
    )
  })

  test('the greedy is exact without targets', () => {
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
  })

  test('no grid goes below the closed form, whose shares reach it', () => {
    fc.assert(
      fc.property(host, (drawn) => {
        const { factors: _, alike: __, ...problem } = problemOf({ ...drawn, ioDelay: 0 })
        const posed = pose({ ...problem, targets: {}, excluded: [] })
        fc.pre(posed !== null)
        const { grid } = posed!
        const form = closedForm(problem, posed!)
        fc.pre(form !== null)
        const greedy = totalDelaySeconds(grid, greedyOptimum(grid))
        expect(greedy).toBeGreaterThanOrEqual(form!.totalDelaySeconds * (1 - 1e-9))
        const steps = grid.groups.map(({ names }) => form!.shares[names[0]!]! / posed!.unitShare)
        expectSame(judge(problem, posed!, steps).totalSeconds, form!.totalDelaySeconds, 1e-9)
      }),
      { numRuns: 200 },
    )
  })
})
