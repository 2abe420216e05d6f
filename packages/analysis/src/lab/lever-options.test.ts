import { expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { capsOf } from './lever-options.ts'

it('caps who keeps its target a quarter above what it uses, and nobody looser than now', () => {
  const known = exampleLoad([
    {},
    { arrivalRatePerSecond: 20, serviceTimeSeconds: 0.01 },
    { arrivalRatePerSecond: 85, serviceTimeSeconds: 0.01 },
    { arrivalRatePerSecond: 20, serviceTimeSeconds: 0.01, capPercent: 22 },
    { arrivalRatePerSecond: 0 },
  ])
  expect(capsOf(known, ['vm1'])).toEqual({ vm2: 25 })
})
