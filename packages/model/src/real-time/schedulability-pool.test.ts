import { describe, expect, test } from 'vitest'
import { rtdsPool } from './schedulability-pool.ts'

/**
 * T(100, C) alone has a period of 10 ms and the budget B with 9 B + max(0, 2 B - 10) = C, all in
 * milliseconds: 5 for C = 45.
 */
const task = (name: string, executionMs: number) => ({
  name,
  periodSeconds: 0.1,
  executionSeconds: executionMs / 1000,
})
const some = (count: number, executionMs: number) =>
  Array.from({ length: count }, (_, index) => task(`rt${index}`, executionMs))

const poolOf = (pCpus: number, count: number, executionMs: number) =>
  rtdsPool({ pCpus, realTime: some(count, executionMs) })

describe('the smallest pool', () => {
  test('of one domain is the last pCPU, with its reservation for any phase', () => {
    expect(poolOf(4, 1, 45)).toEqual({
      pCpus: [3],
      reservations: [{ name: 'rt0', periodUs: 10_000, budgetUs: 5000, anyPhase: true }],
    })
  })

  test('leaves a pCPU to the others, or there is none', () => {
    expect(poolOf(2, 1, 45)!.pCpus).toEqual([1])
    expect(poolOf(1, 1, 45)).toBeNull()
    expect(poolOf(2, 2, 80)).toBeNull()
  })

  test('of two that fill one pCPU exactly, 5 + 5 of 10 ms, is that pCPU', () => {
    const pool = poolOf(4, 2, 45)!
    expect(pool.pCpus).toEqual([3])
    expect(pool.reservations.map(({ budgetUs, anyPhase }) => [budgetUs, anyPhase])).toEqual([
      [5000, true],
      [5000, true],
    ])
  })

  test('is one pCPU up to a utilisation of 1, with the tasks themselves reserved', () => {
    const pool = poolOf(4, 2, 50)!
    expect(pool.pCpus).toEqual([3])
    expect(pool.reservations).toEqual([
      { name: 'rt0', periodUs: 100_000, budgetUs: 50_000, anyPhase: false },
      { name: 'rt1', periodUs: 100_000, budgetUs: 50_000, anyPhase: false },
    ])
    expect(poolOf(4, 2, 50.1)!.pCpus).toEqual([2, 3])
  })
})

describe('global EDF, U <= m - (m - 1) u_max (Goossens, Funk and Baruah 2003)', () => {
  test('three of a half just fit two pCPUs: 1.5 <= 2 - 0.5, without a guarantee for any phase', () => {
    const pool = poolOf(4, 3, 45)!
    expect(pool.pCpus).toEqual([2, 3])
    expect(pool.reservations.map(({ budgetUs, anyPhase }) => [budgetUs, anyPhase])).toEqual([
      [5000, false],
      [5000, false],
      [5000, false],
    ])
  })

  test('slightly more does not, and takes a pCPU for each, where any phase is guaranteed', () => {
    const pool = poolOf(4, 3, 45.1)!
    expect(pool.pCpus).toEqual([1, 2, 3])
    expect(pool.reservations.every(({ anyPhase }) => anyPhase)).toBe(true)
    expect(poolOf(3, 3, 45.1)).toBeNull()
  })

  test('a light domain beside heavy ones counts by the heaviest: 0.8 + 0.8 + 0.1 > 2 - 0.8', () => {
    // 11 B - 10 = 78 gives B = 8; 9 B = 9 gives B = 1.
    const realTime = [task('a', 78), task('b', 78), task('c', 9)]
    expect(rtdsPool({ pCpus: 8, realTime })!.pCpus).toEqual([5, 6, 7])
  })
})

test('keeps the order of the domains', () => {
  const realTime = [task('b', 10), task('a', 20)]
  expect(rtdsPool({ pCpus: 2, realTime })!.reservations.map(({ name }) => name)).toEqual(['b', 'a'])
})
