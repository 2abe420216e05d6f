import { WantedPool } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { rtdsPool } from './rtds-pool.ts'

const reservations = [
  { domain: 'rt1', periodUs: 10_000, budgetUs: 4000, anyPhase: true },
  { domain: 'rt2', periodUs: 10_000, budgetUs: 6000, anyPhase: true },
]

it('asks for the assessed pool, in milliseconds', () => {
  const pool = rtdsPool({ poolPCpus: [3], reservations })
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

it('asks for none where none was found', () => {
  expect(rtdsPool({ poolPCpus: null, reservations })).toBeNull()
})
