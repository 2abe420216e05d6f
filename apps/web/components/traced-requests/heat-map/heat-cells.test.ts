import fc from 'fast-check'
import { expect, it } from 'vitest'
import { heatAxes, placeOf } from './heat-axes.ts'
import { COLUMNS, heatCells, ROWS, slowestNear, strengthOf } from './heat-cells.ts'

const part = (requests: { startSeconds: number[]; ms: number[] }) => {
  const axes = heatAxes({ fromSeconds: 0, toSeconds: 20, requests })
  return { axes, cells: heatCells(requests, axes) }
}

it('counts the requests of a cell and knows its slowest', () => {
  const { cells } = part({ startSeconds: [0, 0, 20], ms: [10.0, 10.1, 100] })
  expect(cells).toEqual([
    { column: 0, row: 0, count: 2, slowest: 1 },
    { column: COLUMNS - 1, row: ROWS - 1, count: 1, slowest: 2 },
  ])
})

it('picks the slowest of the cell at a place, or of the nearest with a request', () => {
  const { axes, cells } = part({ startSeconds: [1, 1, 19], ms: [10, 10.1, 100] })
  expect(slowestNear(cells, placeOf(axes, 1, 10))).toBe(1)
  expect(slowestNear(cells, { x: 0.4, y: 0.4 })).toBe(1)
  expect(slowestNear(cells, { x: 0.7, y: 0.9 })).toBe(2)
  expect(slowestNear([], { x: 0, y: 0 })).toBeNull()
})

it('loses no request and no pointer finds nothing', () => {
  const request = fc.tuple(
    fc.double({ min: 0, max: 20, noNaN: true }),
    // Logs are no finer than microseconds.
    fc.integer({ min: 0, max: 1e7 }).map((us) => us / 1000),
  )
  fc.assert(
    fc.property(fc.array(request, { minLength: 1 }), (all) => {
      const requests = { startSeconds: all.map(([at]) => at), ms: all.map(([, ms]) => ms) }
      const { axes, cells } = part(requests)
      expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
      const slowest = Math.max(...requests.ms)
      const at = requests.startSeconds[requests.ms.indexOf(slowest)] as number
      const found = slowestNear(cells, placeOf(axes, at, slowest)) as number
      expect(requests.ms[found]).toBe(slowest)
    }),
  )
})

it('colours by the logarithm of the count', () => {
  expect(strengthOf(1, 1)).toBe(1)
  expect(strengthOf(1, 100)).toBeCloseTo(0.2)
  expect(strengthOf(10, 100)).toBeCloseTo(0.6)
  expect(strengthOf(100, 100)).toBeCloseTo(1)
})
