import { expect, test } from 'vitest'
import type { DomainTarget } from '../settings.ts'
import { exampleBasis } from './example-basis.fixture.ts'
import type { ModelTime } from './prediction.ts'
import { predictionOf } from './predictor-basis.ts'
import { surelyKept, surelyMissed } from './surely-missed.ts'

const names = ['vm1', 'vm2', 'vm3']
const basis = exampleBasis({
  load: {
    domains: names.map((name) => ({ name, arrivalRatePerSecond: 45, serviceTimeSeconds: 0.0066 })),
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    pCpus: 1,
  },
})
const time: ModelTime = { seconds: 0.06, logSpread: 0.05, runs: 5 }
const low = predictionOf(basis, 'vm1', time, 'forecast')!.lowSeconds
const target = (domain: string, responseTimeSeconds: number | null): DomainTarget => ({
  domain,
  responseTimeSeconds,
  throughputPerSecond: null,
})

test('names those whose target lies below the interval, not those whose target lies within it', () => {
  const times = new Map(names.map((name) => [name, time]))
  const targets = [target('vm1', low * 0.99), target('vm2', low * 1.01), target('vm3', null)]
  expect(low * 1.01).toBeLessThan(0.06)
  expect(surelyMissed(basis, times, targets)).toEqual(['vm1'])
})

test('names no domain that the model has no time for', () => {
  const times = new Map([['vm1', null]])
  expect(surelyMissed(basis, times, [target('vm1', 0.001), target('vm2', 0.001)])).toEqual([])
})

test('a target is surely kept above the interval, and not without a prediction', () => {
  const { highSeconds } = predictionOf(basis, 'vm1', time, 'forecast')!
  const isKept = (seconds: number | null, of: ModelTime | null = time) =>
    surelyKept(basis, new Map([['vm1', of]]), [target('vm1', seconds)])
  expect(isKept(highSeconds * 1.01)).toBe(true)
  expect(isKept(highSeconds * 0.99)).toBe(false)
  expect(isKept(highSeconds * 1.01, null)).toBe(false)
  expect(isKept(null, null)).toBe(true)
})
