import { expect, it } from 'vitest'
import { cdfRows, fractionWithin } from './cdf-rows.ts'

const curve = (id: string, ...points: [number, number][]) => ({
  id,
  cdf: points.map(([ms, fraction]) => ({ ms, fraction })),
})

it('reads a curve between, before and after its points', () => {
  const { cdf } = curve('now', [10, 0.25], [20, 0.75], [40, 1])
  expect([5, 10, 15, 30, 40, 99].map((ms) => fractionWithin(cdf, ms))).toEqual([
    0, 0.25, 0.5, 0.875, 1, 1,
  ])
  expect(fractionWithin([], 10)).toBeNull()
})

it('reads every curve at every point of any curve', () => {
  expect(cdfRows([curve('a', [10, 0.5], [20, 1]), curve('b', [5, 0], [15, 1])])).toEqual([
    { ms: 5, within: { a: 0, b: 0 } },
    { ms: 10, within: { a: 0.5, b: 0.5 } },
    { ms: 15, within: { a: 0.75, b: 1 } },
    { ms: 20, within: { a: 1, b: 1 } },
  ])
})

it('reads nothing where no curve has a point', () => {
  expect(cdfRows([curve('a')])).toEqual([])
})
