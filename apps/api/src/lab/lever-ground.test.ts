import { expect, it } from 'vitest'
import { knownHost } from '../forecasts/known-host.fixture.ts'
import { capsOf } from './lever-ground.ts'

it('caps who keeps its target a quarter above what it uses, and nobody looser than now', () => {
  const known = knownHost([
    {},
    { arrivalRatePerSecond: 20, serviceTimeSeconds: 0.01 },
    { arrivalRatePerSecond: 85, serviceTimeSeconds: 0.01 },
    { arrivalRatePerSecond: 20, serviceTimeSeconds: 0.01, capPercent: 22 },
    { arrivalRatePerSecond: 0 },
  ])
  expect(capsOf(known, ['vm1'])).toEqual({ vm2: 25 })
})
