import { ESTIMATOR_IDS, type EstimatorId, type ValidityCode } from '@steelyard/model'
import { expect, it } from 'vitest'
import type { EstimatedWindow } from './estimate-windows.ts'
import { scoreWindows } from './score-windows.ts'

function ofEach<T>(value: T): Record<EstimatorId, T> {
  return Object.fromEntries(ESTIMATOR_IDS.map((id) => [id, value])) as Record<EstimatorId, T>
}

/** A window of vm1 with a measured time of 10 ms and only the delay-aware estimate. */
const row = (estimateMs: number | null, doubts: ValidityCode[], measuredRequests = 20) =>
  ({
    domain: 'vm1',
    startEpochSeconds: 0,
    measuredSeconds: 0.01,
    measuredRequests,
    estimatesSeconds: {
      ...ofEach<number | null>(null),
      'delay-aware': estimateMs === null ? null : estimateMs / 1000,
    },
    doubts: { ...ofEach<ValidityCode[]>([]), 'delay-aware': doubts, sandpiper: ['saturated'] },
  }) as EstimatedWindow

it('counts by reason the windows that an estimator does not vouch for, among those it is scored on', () => {
  const errors = scoreWindows([
    row(20, []),
    row(12, ['scale-invariant']),
    row(12, ['host-saturated', 'several-cpus']),
    row(12, ['several-cpus']),
    row(12, ['scale-invariant'], 19),
    row(null, ['no-arrivals']),
  ])
  const [all] = errors.filter((error) => error.estimator === 'delay-aware')
  expect(all).toMatchObject({ domain: null, windows: 4 })
  expect(all!.mape).toBeCloseTo((1 + 0.2 + 0.2 + 0.2) / 4, 12)
  expect(all!.notValid).toEqual([
    { windows: 1, doubt: 'scale-invariant' },
    { windows: 1, doubt: 'host-saturated' },
    { windows: 2, doubt: 'several-cpus' },
  ])
  const others = errors.filter((error) => error.estimator !== 'delay-aware')
  expect(others.flatMap((error) => error.notValid)).toEqual([])
})
