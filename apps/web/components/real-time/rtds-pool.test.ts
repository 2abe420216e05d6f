import { WantedPool } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { rtdsPool } from './rtds-pool.ts'

const reservation = (domain: string, budgetUs: number) => ({
  ...{ domain, periodUs: 10_000, budgetUs, anyPhase: true },
})

it('takes one pCPU from the end where one is enough', () => {
  const pool = rtdsPool([reservation('rt1', 4000), reservation('rt2', 6000)], 4)
  expect(pool).toEqual({
    scheduler: 'rtds',
    pCpus: [3],
    domains: [
      { domain: 'rt1', periodMs: 10, budgetMs: 4, extraTime: false },
      { domain: 'rt2', periodMs: 10, budgetMs: 6, extraTime: false },
    ],
  })
  expect(WantedPool.safeParse(pool).success).toBe(true)
})

it('takes as many as global EDF needs for its promise', () => {
  // 1.4 <= m - 0.7 (m - 1) from m = 3 on: 1.6
  const two = [reservation('rt1', 7000), reservation('rt2', 7000)]
  expect(rtdsPool(two, 4)?.pCpus).toEqual([1, 2, 3])
})

it('leaves a pCPU to the others, or says no', () => {
  const two = [reservation('rt1', 7000), reservation('rt2', 7000)]
  expect(rtdsPool(two, 3)).toBeNull()
  expect(rtdsPool([reservation('rt1', 1000)], 1)).toBeNull()
  expect(rtdsPool([], 4)).toBeNull()
})
