import { delayAware, type Weights } from '@steelyard/model'
import { describe, expect, test } from 'vitest'
import { allocations } from './allocations.ts'
import { meetsRows } from './grid.ts'
import { poseGrid } from './pose-grid.ts'
import { drawnLoad, equalWeights, paperProblem } from './problems.fixture.ts'
import type { WeightProblem } from './weight-problem.ts'

const pose = (changes: Partial<WeightProblem> = {}) => poseGrid({ ...paperProblem, ...changes })

/** Loads of Table 3, interval 5: rho = 0.297 + 0.297 + 0.289, mean rate 260 / 3. */
const RHO = 0.883
const MEAN_RATE = 260 / 3

describe('the problem of the paper', () => {
  const { grid, ...posed } = pose()

  test('has twenty steps among all guests', () => {
    expect(posed).toEqual({
      unitShare: 0.05,
      stepReason: null,
      guestTotal: 768,
      pool: 1,
      domain0Share: { before: 1 / 3, after: 1 / 3 },
      domain0Needs: null,
      idle: [],
    })
    expect(grid.steps).toBe(20)
  })

  test('scales loads by rho and rates by their mean', () => {
    expect(grid.groups.map(({ names }) => names)).toEqual([['vm1'], ['vm2'], ['vm3']])
    for (const [index, [load, rate]] of [
      [0.297, 45],
      [0.297, 45],
      [0.289, 170],
    ].entries()) {
      expect(grid.groups[index]!.load).toBeCloseTo(load! / RHO, 12)
      expect(grid.groups[index]!.inverseRate).toBeCloseTo(MEAN_RATE / rate!, 12)
      expect(grid.groups[index]).toMatchObject({
        keptSteps: null,
        minSteps: 1,
        maxSteps: 18,
        room: null,
      })
    }
    expect(grid.delayScaleSeconds).toBeCloseTo(RHO / MEAN_RATE, 12)
    expect(grid.ioDelay).toBe(0)
    expect(grid.constantSeconds).toBe(0)
    expect(grid.greatestLoad).toBe(Number.POSITIVE_INFINITY)
  })

  test('Domain-0 adds w_0 x_0 per domain, and its I/O to the demand', () => {
    const domain0 = {
      serviceTimeSeconds: 0.003,
      ioRequestsPerSecond: 200,
      delayPerIoSeconds: 0.001,
    }
    const load = { ...paperProblem.load, domain0 }
    const { grid: own } = pose({ load, factors: { vm2: 2 } })
    expect(own.constantSeconds).toBeCloseTo((1 + 2 + 1) * (1 / 3) * 0.003, 15)
    expect(own.ioDelay).toBeCloseTo(0.2 / (0.05 * RHO), 12)
    expect(own.groups[1]!.inverseRate).toBeCloseTo((2 * MEAN_RATE) / 45, 12)
  })
})

describe('the pool', () => {
  const currentWeights = { 'Domain-0': 512, vm1: 128, vm2: 256, vm3: 128 }

  test('is all of the shares without Domain-0, and its rest with it', () => {
    expect(pose({ currentWeights })).toMatchObject({
      pool: 1,
      guestTotal: 512,
      domain0Share: { before: 1, after: 1 },
    })
    expect(pose({ currentWeights, normalisation: 'with-domain-0' })).toMatchObject({
      pool: 0.5,
      guestTotal: 512,
      domain0Share: { before: 0.5, after: 0.5 },
      unitShare: 0.05,
      grid: { steps: 10 },
    })
  })

  test("scaling to 5120 changes Domain-0's share and what it leaves", () => {
    const scaled = { currentWeights, integerMapping: 'scale-5120' as const }
    expect(pose(scaled)).toMatchObject({
      pool: 1,
      guestTotal: 5120,
      domain0Share: { before: 1, after: 0.1 },
    })
    const { pool, guestTotal, domain0Share } = pose({ ...scaled, normalisation: 'with-domain-0' })
    expect(guestTotal).toBe(5120)
    expect(pool).toBeCloseTo(10 / 11, 12)
    expect(domain0Share).toEqual({ before: 0.5, after: 512 / 5632 })
  })

  describe('scaled where Domain-0 uses so many per cent of the pCPU', () => {
    const scaledWhere = (percent: number, domain0Weight = 512) =>
      pose({
        load: {
          ...paperProblem.load,
          domain0: {
            serviceTimeSeconds: 0.001,
            ioRequestsPerSecond: 10 * percent,
            delayPerIoSeconds: 0,
          },
        },
        currentWeights: { ...currentWeights, 'Domain-0': domain0Weight },
        integerMapping: 'scale-5120',
      })

    test('keeps it twice that part of the credits', () => {
      expect(scaledWhere(4)).toMatchObject({ guestTotal: 5120, domain0Needs: null })
      expect(scaledWhere(10)).toMatchObject({
        guestTotal: 2048,
        domain0Needs: expect.closeTo(0.2, 12),
      })
    })

    test('counts the weights of domains that the load leaves out', () => {
      const idle = pose({ currentWeights, integerMapping: 'scale-5120', otherWeight: 6000 })
      expect(idle).toMatchObject({ guestTotal: 4240, domain0Needs: expect.closeTo(1 / 21, 12) })
    })

    test('leaves the sum alone where it has less already', () => {
      expect(scaledWhere(30)).toMatchObject({ guestTotal: 512 })
      expect(scaledWhere(10, 64)).toMatchObject({ guestTotal: 512 })
    })
  })
})

describe('kept domains', () => {
  test('hold the steps of their share, and the free ones divide the rest', () => {
    const currentWeights = { 'Domain-0': 256, vm1: 300, vm2: 450, vm3: 250 }
    const { grid, unitShare, stepReason } = pose({ currentWeights, excluded: ['vm3'] })
    expect(grid.steps).toBe(15)
    expect(unitShare).toBeCloseTo(0.05, 12)
    expect(stepReason).toBeNull()
    expect(grid.groups.map(({ keptSteps }) => keptSteps)).toEqual([
      null,
      null,
      expect.closeTo(5, 12),
    ])
    const other = pose({ currentWeights, excluded: ['vm1'] })
    expect(other.grid.groups[0]!.keptSteps).toBeCloseTo(6, 12)
    expect(other.grid.steps).toBe(14)
  })

  test('a domain without arrivals is kept, and has neither times nor a target', () => {
    const load = structuredClone(paperProblem.load)
    load.domains[1]!.arrivalRatePerSecond = 0
    load.domain0.serviceTimeSeconds = 0.003
    const { grid, idle } = pose({ load, mode: 'keep-targets', targets: { vm2: 0.001 } })
    expect(idle).toEqual(['vm2'])
    expect(grid.groups[1]).toMatchObject({ inverseRate: 0, load: 0, room: null })
    expect(grid.groups[1]!.keptSteps).toBeCloseTo(13 / 2, 12)
    // Of the other two alone; the mean rate is over all domains.
    expect(grid.constantSeconds).toBeCloseTo(2 * (1 / 3) * 0.003, 15)
    expect(grid.groups[0]!.inverseRate).toBeCloseTo((45 + 170) / 3 / 45, 12)
  })

  test('are refused where nothing else is left', () => {
    const load = structuredClone(paperProblem.load)
    load.domains[1]!.arrivalRatePerSecond = 0
    const refused = expect.objectContaining({ code: 'no-load' })
    expect(() => pose({ load, excluded: ['vm1', 'vm3'] })).toThrow(refused)
    expect(pose({ load, excluded: ['vm1'] }).grid.steps).toBe(7)
  })

  test('a host whose domains use no CPU at all still has a grid', () => {
    const load = structuredClone(paperProblem.load)
    for (const domain of load.domains) domain.serviceTimeSeconds = 0
    const { grid } = pose({ load })
    expect(grid.groups.map((group) => group.load)).toEqual([0, 0, 0])
    expect(grid.delayScaleSeconds).toBeCloseTo(1 / MEAN_RATE, 12)
  })
})

describe('bounds', () => {
  const boundsOf = (bounds: WeightProblem['bounds'], changes: Partial<WeightProblem> = {}) =>
    pose({ ...changes, bounds }).grid.groups.map(({ minSteps, maxSteps }) => [minSteps, maxSteps])

  test('become whole steps within them', () => {
    expect(boundsOf({ vm1: { minShare: 0.12, maxShare: 0.58 } })[0]).toEqual([3, 11])
    expect(boundsOf({ vm1: { minShare: 0.15, maxShare: 0.55 } })[0]).toEqual([3, 11])
    expect(boundsOf({ vm1: { minShare: 0, maxShare: 1 } })[0]).toEqual([1, 18])
  })

  test('rounding errors of a share cost no step', () => {
    expect(boundsOf({ vm1: { minShare: 0.1 + 0.2, maxShare: 0.7 - 0.1 } })[0]).toEqual([6, 12])
    expect(boundsOf({ vm1: { minShare: 0.3 + 1e-6 } })[0]).toEqual([7, 18])
    expect(boundsOf({ vm1: { maxShare: 0.6 - 1e-6 } })[0]).toEqual([1, 11])
  })

  test('of alike domains are the narrowest of each', () => {
    const bounds = {
      vm1: { minShare: 0.1, maxShare: 0.4 },
      vm2: { minShare: 0.2, maxShare: 0.45 },
    }
    expect(boundsOf(bounds, { alike: [['vm1', 'vm2']] })).toEqual([
      [4, 8],
      [1, 18],
    ])
    // One step each for vm3 and the two leaves 17, of which a member gets half.
    expect(boundsOf({}, { alike: [['vm1', 'vm2']] })[0]).toEqual([1, 9])
  })

  test.each([
    ['minimum', { vm1: { minShare: 0.5 }, vm2: { minShare: 0.5 } }],
    ['maximum', { vm1: { maxShare: 0.3 }, vm2: { maxShare: 0.3 }, vm3: { maxShare: 0.3 } }],
    ['both', { vm1: { minShare: 0.41, maxShare: 0.44 } }],
  ])('refuses %s shares that leave no allocation', (_, bounds) => {
    expect(() => pose({ bounds })).toThrow(
      expect.objectContaining({
        code: 'bounds-infeasible',
        details: { stepShare: 0.05, steps: 20 },
      }),
    )
  })

  test('takes those that leave one', () => {
    const bounds = { vm1: { minShare: 0.5 }, vm2: { minShare: 0.45 } }
    expect([...allocations(pose({ bounds }).grid)]).toEqual([[10, 9, 1]])
  })
})

describe('targets', () => {
  const targets = { vm1: 0.015, vm3: 0.006 }

  test('are rows only where they must be kept', () => {
    const rooms = (mode: WeightProblem['mode']) =>
      pose({ mode, targets }).grid.groups.map(({ room }) => room === null)
    expect(rooms('keep-targets')).toEqual([false, true, false])
    expect(rooms('free')).toEqual([true, true, true])
  })

  test('leave room lambda (target / factor - w_0 x_0) / rho, of the tightest alike domain', () => {
    const load = structuredClone(paperProblem.load)
    load.domain0.serviceTimeSeconds = 0.003
    const mode = 'keep-targets' as const
    const { grid } = pose({ load, mode, targets, factors: { vm1: 2 } })
    expect(grid.groups[0]!.room! / ((45 * (0.015 / 2 - 0.001)) / RHO)).toBeCloseTo(1, 5)
    expect(grid.groups[2]!.room! / ((170 * (0.006 - 0.001)) / RHO)).toBeCloseTo(1, 5)
    const alike = pose({ load, mode, targets: { vm1: 0.015, vm2: 0.01 }, alike: [['vm1', 'vm2']] })
    expect(alike.grid.groups[0]!.room! / ((45 * (0.01 - 0.001)) / RHO)).toBeCloseTo(1, 5)
    expect(pose({ load, mode, targets: { vm1: 0.0009 } }).grid.groups[0]!.room).toBeLessThan(0)
  })

  test('are relaxed by a millionth', () => {
    const at = (target: number) =>
      pose({ mode: 'keep-targets', targets: { vm1: target } }).grid.groups[0]!.room!
    expect((at(0.015) * RHO) / 45 / 0.015 - 1).toBeCloseTo(1e-6, 9)
  })

  test('the rows of a grid hold exactly where the published times keep the targets', () => {
    const load = drawnLoad(3, 23)
    const currentWeights = equalWeights(load)
    const now = delayAware.estimate(load, currentWeights).domains
    const problem: WeightProblem = {
      ...paperProblem,
      load,
      currentWeights,
      mode: 'keep-targets',
      targets: { vm1: 0.9 * now[0]!.responseTimeSeconds!, vm2: 1.5 * now[1]!.responseTimeSeconds! },
    }
    const { grid, unitShare } = poseGrid(problem)
    const seen = new Set<boolean>()
    for (const allocation of allocations(grid)) {
      const guests = allocation.map((steps, index) => [`vm${index + 1}`, steps * unitShare * 768])
      const weights: Weights = { 'Domain-0': 256, ...Object.fromEntries(guests) }
      const { domains } = delayAware.estimate(load, weights)
      const keeps = domains.every(
        ({ name, responseTimeSeconds: time }) =>
          time! <= (problem.targets![name] ?? Number.POSITIVE_INFINITY) * (1 + 1e-6),
      )
      seen.add(keeps)
      expect(meetsRows(grid, allocation)).toBe(keeps)
    }
    expect(seen.size).toBe(2)
  })
})
