import { describe, expect, test } from 'vitest'
import type { DomainLoad } from '../../load/host-load.ts'
import { sandpiperMoments } from './sandpiper-moments.ts'

const domain: DomainLoad = {
  name: 'vm1',
  arrivalRatePerSecond: 40,
  serviceTimeSeconds: 0.005,
  interArrivalVarianceSeconds2: 0.0006,
  logServiceTimeSeconds: 0.02,
  logServiceTimeVarianceSeconds2: 0.0004,
}

test('takes mean and variance of the logged durations, as published', () => {
  expect(sandpiperMoments(domain, 'log')).toEqual({
    serviceTimeSeconds: 0.02,
    serviceTimeVarianceSeconds2: 0.0004,
    interArrivalVarianceSeconds2: 0.0006,
  })
})

test('takes CPU time with the coefficient of variation of the log: 0.0004 (5 / 20)^2', () => {
  expect(sandpiperMoments(domain, 'cpu')).toEqual({
    serviceTimeSeconds: 0.005,
    serviceTimeVarianceSeconds2: expect.closeTo(0.000025, 15),
    interArrivalVarianceSeconds2: 0.0006,
  })
})

test('durations of nothing have no variation to keep', () => {
  const instant = { ...domain, logServiceTimeSeconds: 0, logServiceTimeVarianceSeconds2: 0.0001 }
  expect(sandpiperMoments(instant, 'cpu')).toMatchObject({ serviceTimeVarianceSeconds2: 0 })
})

describe('says what is missing, from either source', () => {
  test.each(['log', 'cpu'] as const)('%s', (source) => {
    const missing = (
      [
        'interArrivalVarianceSeconds2',
        'logServiceTimeSeconds',
        'logServiceTimeVarianceSeconds2',
      ] as const
    ).map((quantity) => {
      const { [quantity]: _, ...partial } = domain
      return sandpiperMoments(partial, source)
    })
    for (const moments of missing) expect(moments).toHaveProperty('missing')
    expect(new Set(missing.map((moments) => JSON.stringify(moments))).size).toBe(3)
  })

  test('but zeros are measurements', () => {
    const steady = {
      ...domain,
      interArrivalVarianceSeconds2: 0,
      logServiceTimeVarianceSeconds2: 0,
    }
    expect(sandpiperMoments(steady, 'log')).not.toHaveProperty('missing')
  })
})
