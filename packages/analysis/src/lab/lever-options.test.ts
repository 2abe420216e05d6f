import { expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { capsOf } from './lever-options.ts'

it('a domain that keeps its target is capped a quarter above its use, and no cap is loosened', () => {
  const known = exampleLoad([
    {},
    { arrivalRatePerSecond: 20, serviceTimeSeconds: 0.01 },
    { arrivalRatePerSecond: 85, serviceTimeSeconds: 0.01 },
    { arrivalRatePerSecond: 20, serviceTimeSeconds: 0.01, capPercent: 22 },
    { arrivalRatePerSecond: 0 },
  ])
  expect(capsOf(known, ['vm1'])).toEqual({ vm2: 25 })
})
