import type { Headroom } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { headroomRows } from './headroom-rows.ts'

function curve(domain: string, factors: readonly number[]): Headroom {
  const points = factors.map((loadFactor) => ({
    loadFactor,
    ms: 10 * loadFactor,
    lowMs: 8 * loadFactor,
    highMs: 12 * loadFactor,
  }))
  return { domain, breaksAtFactor: null, breaksBetween: null, limit: null, statement: '', points }
}

it('puts the curves side by side, and shows where one has ended', () => {
  const rows = headroomRows([curve('vm1', [0.5, 1]), curve('vm2', [0.5, 1, 2])])
  expect(rows.map(({ loadFactor }) => loadFactor)).toEqual([0.5, 1, 2])
  expect([...rows[2]!.timesMs]).toEqual([
    ['vm1', null],
    ['vm2', 20],
  ])
})

it('has no two rows with the same factor', () => {
  expect(headroomRows([curve('vm1', [1, 1.351, 1.352, 1.353, 2])])).toHaveLength(3)
})

it('keeps both ends when there are too many points to read', () => {
  const factors = Array.from({ length: 60 }, (_, index) => (index + 1) / 20)
  const rows = headroomRows([curve('vm1', factors)])
  expect(rows).toHaveLength(24)
  expect([rows[0]!.loadFactor, rows.at(-1)!.loadFactor]).toEqual([0.05, 3])
  expect(rows.every(({ timesMs }) => timesMs.get('vm1') !== null)).toBe(true)
})
