import fc from 'fast-check'
import type { LP } from 'glpk.js/node'
import { describe, expect, test } from 'vitest'
import { type Grid, meetsRows, productOf, weightedLoad } from '../problem/grid.ts'
import { everyAllocation, gridOf, smallGrids } from '../problem/grids.fixture.ts'
import { buildMilp } from './build-milp.ts'

/** The point of an allocation: z of its steps is 1, u = s z. */
function pointOf(grid: Grid, allocation: readonly number[]): Record<string, number> {
  const s = weightedLoad(grid, allocation)
  const chosen = allocation.flatMap((steps, group) =>
    grid.groups[group]!.keptSteps === null
      ? [
          [`z_${group}_${steps}`, 1],
          [`u_${group}_${steps}`, s],
        ]
      : [],
  )
  return { s, ...Object.fromEntries(chosen) }
}

type Terms = LP['objective']['vars']

function totalOf(terms: Terms, point: Readonly<Record<string, number>>): number {
  return terms.reduce((sum, { name, coef }) => sum + coef * (point[name] ?? 0), 0)
}

/** Whether the point satisfies every row; types 2, 3 and 5 of GLPK are >=, <= and =. */
function isWithin(lp: LP, point: Readonly<Record<string, number>>): boolean {
  const named = new Set([...lp.subjectTo.flatMap(({ vars }) => vars.map(({ name }) => name))])
  if (Object.keys(point).some((name) => !named.has(name))) return false
  return lp.subjectTo.every(({ vars, bnds }) => {
    const value = totalOf(vars, point)
    const slack = 1e-6 * Math.max(1, ...vars.map(({ coef }) => Math.abs(coef)))
    const isBelow = value < bnds.lb - slack
    if (bnds.type !== 3 && isBelow) return false
    return bnds.type === 2 || value <= bnds.ub + slack
  })
}

describe('the integer program', () => {
  test('takes exactly the allocations that keep the rows, at their products', () => {
    const seen = { within: 0, without: 0 }
    fc.assert(
      fc.property(smallGrids, (grid) => {
        // Rows that a rounding error decides are no test of the program.
        const clear = everyAllocation(grid).filter(
          (each) => meetsRows(grid, each, 1e-4) === meetsRows(grid, each, -1e-4),
        )
        const { lp, read } = buildMilp(grid)
        for (const allocation of clear) {
          const point = pointOf(grid, allocation)
          const keeps = meetsRows(grid, allocation)
          seen[keeps ? 'within' : 'without']++
          if (isWithin(lp, point) !== keeps) throw new Error(`differs at ${allocation}`)
          if (!keeps) continue
          const part = totalOf(lp.objective.vars, point) + constantOf(grid)
          if (Math.abs(part / productOf(grid, allocation) - 1) > 1e-9) {
            throw new Error(`another product at ${allocation}`)
          }
          if (read(point).join() !== allocation.join()) throw new Error(`reads ${read(point)}`)
        }
      }),
    )
    expect(seen.within).toBeGreaterThan(100)
    expect(seen.without).toBeGreaterThan(100)
  })

  /** c times the inverse rates of kept domains, which no choice changes. */
  function constantOf({ groups, ioDelay }: Grid): number {
    return groups.reduce(
      (sum, { keptSteps, inverseRate }) =>
        keptSteps === null ? sum : sum + (ioDelay * inverseRate) / keptSteps,
      0,
    )
  }

  test('has one binary for each step that a group may get', () => {
    const { lp, binaries } = buildMilp(gridOf(5, [{}, {}, { keptSteps: 2 }]))
    expect(binaries).toBe(8)
    expect(lp.binaries).toEqual(
      [0, 1].flatMap((group) => [1, 2, 3, 4].map((steps) => `z_${group}_${steps}`)),
    )
    expect(lp.objective.direction).toBe(1)
  })

  test('leaves out steps that the others cannot complete, or that a row or limit rules out', () => {
    const binariesOf = (grid: Grid) => buildMilp(grid).lp.binaries
    expect(binariesOf(gridOf(5, [{}, { minSteps: 2, maxSteps: 3 }]))).toEqual([
      'z_0_2',
      'z_0_3',
      'z_1_2',
      'z_1_3',
    ])
    // s is 5 for every allocation, so a room of 2.5 needs two steps.
    expect(binariesOf(gridOf(5, [{ room: 2.5 }, {}]))).toEqual([
      'z_0_2',
      'z_0_3',
      'z_0_4',
      'z_1_1',
      'z_1_2',
      'z_1_3',
      'z_1_4',
    ])
    // s = 5 + k_0 must not exceed 7.
    const first = (grid: Grid) => binariesOf(grid)?.filter((name) => name.startsWith('z_0'))
    const heavy = gridOf(5, [{ load: 2 }, {}], { greatestLoad: 7 })
    expect(first(heavy)).toEqual(['z_0_1', 'z_0_2'])
    // With c = 1, a room of 2.5 needs 6 / 2.5 steps.
    const delayed = gridOf(5, [{ room: 2.5 }, {}], { ioDelay: 1 })
    expect(first(delayed)).toEqual(['z_0_3', 'z_0_4'])
  })

  test('the limits of u are the range of s that each step leaves', () => {
    // s = 2 k_0 + k_1 + k_2: 8 + k_0 for three groups.
    const { lp } = buildMilp(gridOf(8, [{ load: 2 }, {}, {}]))
    const limit = (name: string) => -lp.subjectTo.find((row) => row.name === name)!.vars[1]!.coef
    expect([limit('lo_u_0_3'), limit('hi_u_0_3')]).toEqual([11, 11])
    // Three steps for the second leave one to four for the first.
    expect([limit('lo_u_1_3'), limit('hi_u_1_3')]).toEqual([9, 12])
  })

  test('u is s for the chosen steps and 0 for all others: nothing else keeps the rows', () => {
    const grid = gridOf(8, [{ load: 2 }, {}, { load: 0.5, keptSteps: 2 }])
    const { lp } = buildMilp(grid)
    for (const allocation of everyAllocation(grid)) {
      const point = pointOf(grid, allocation)
      expect(isWithin(lp, point)).toBe(true)
      for (const name of Object.keys(point)) {
        for (const change of [-0.01, 0.01]) {
          expect(isWithin(lp, { ...point, [name]: point[name]! + change })).toBe(false)
        }
      }
      const other = allocation[0] === 1 ? 2 : 1
      expect(isWithin(lp, { ...point, [`u_0_${other}`]: 0.01 })).toBe(false)
      expect(isWithin(lp, { ...point, [`z_0_${other}`]: 1 })).toBe(false)
    }
  })

  test('the row of a kept domain counts its steps, its load and the I/O of Domain-0', () => {
    const isKept = (room: number, ioDelay = 0, load = 0) => {
      const grid = gridOf(5, [{}, {}, { keptSteps: 2, load, room }], { ioDelay })
      return isWithin(buildMilp(grid).lp, pointOf(grid, [2, 3, 2]))
    }
    // s is five steps of load 1.
    expect([isKept(2.5), isKept(2.49)]).toEqual([true, false])
    expect([isKept(3, 1), isKept(2.99, 1)]).toEqual([true, false])
    expect([isKept(4.5, 0, 2), isKept(4.49, 0, 2)]).toEqual([true, false])
    expect([isKept(-1), isKept(0)]).toEqual([false, false])
  })

  test('rows and names are unique', () => {
    fc.assert(
      fc.property(smallGrids, (grid) => {
        const { lp } = buildMilp(grid)
        const rows = lp.subjectTo.map(({ name }) => name)
        expect(new Set(rows).size).toBe(rows.length)
      }),
      { numRuns: 20 },
    )
  })

  test('reads what the solver returns, to the nearest whole number', () => {
    const { read } = buildMilp(gridOf(5, [{}, {}, { keptSteps: 2.5 }]))
    expect(read({ z_0_2: 0.9999999, z_0_3: 1e-9, z_1_3: 1.0000001, s: 9 })).toEqual([2, 3, 2.5])
    expect(read({})).toEqual([0, 0, 2.5])
  })
})
