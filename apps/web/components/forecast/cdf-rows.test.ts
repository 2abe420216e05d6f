import { expect, it } from 'vitest'
import { cdfRows, fractionWithin } from './cdf-rows.ts'

const now = [
  { ms: 10, fraction: 0.25 },
  { ms: 20, fraction: 0.75 },
  { ms: 40, fraction: 1 },
]
const asked = [
  { ms: 5, fraction: 0.2 },
  { ms: 20, fraction: 1 },
]

it('reads a curve between its points, before them and after them', () => {
  expect([5, 10, 15, 30, 40, 99].map((ms) => fractionWithin(now, ms))).toEqual([
    0, 0.25, 0.5, 0.875, 1, 1,
  ])
  expect(fractionWithin([], 10)).toBeNull()
})

it('puts both curves on the same times', () => {
  const rows = cdfRows(now, asked)
  expect(rows.map(({ ms }) => ms)).toEqual([5, 10, 20, 40])
  expect(rows[0]).toEqual({ ms: 5, now: 0, asked: 0.2 })
  expect(rows.at(-1)).toEqual({ ms: 40, now: 1, asked: 1 })
})
