import { anchorFactor, availableToGuests, ESTIMATORS, relativeScatter } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import type { AnalysedHost } from '../load/analysed-host.ts'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { anchorTimes, measuredMeanOf } from './anchor-times.ts'

/** vm1's mean is 60 ms; what its target refers to may have been measured, too. */
function hostOf(statistic: 'mean' | 'p95', observedSeconds: number | null): AnalysedHost {
  const domain = { observedSeconds, hasTarget: true, targetSeconds: 0.1, missesTarget: false }
  return {
    known: exampleLoad(),
    statistic,
    domains: [{ ...domain, name: 'vm1' }],
    recommendedWeights: {},
  }
}

const { load, range } = exampleLoad()
const spreads = {
  lasting: ESTIMATORS.sdps.forecast.lastingSpread,
  chance: relativeScatter(
    load,
    availableToGuests(load),
    range.toEpochSeconds - range.fromEpochSeconds,
  ),
}
const now = 0.04
const seconds = 0.02
const model = { seconds, nowSeconds: now }
const meanFactor = anchorFactor(0.06, now, spreads)

describe('times scaled towards the measured mean', () => {
  it('keep the model’s change', () => {
    const found = anchorTimes('sdps', hostOf('mean', 0.06), 'vm1', model)
    expect(meanFactor).toBeGreaterThan(1)
    expect(meanFactor).toBeLessThan(0.06 / now)
    expect(found.anchoredSeconds).toBeCloseTo(seconds * meanFactor, 12)
    expect(found.anchoredNowSeconds).toBeCloseTo(now * meanFactor, 12)
  })

  it('are unknown where the domain was not measured or has no finite time now', () => {
    const host = hostOf('mean', null)
    expect(anchorTimes('sdps', host, 'vm9', model)).toMatchObject({
      anchoredSeconds: null,
      anchoredNowSeconds: null,
    })
    const lost = anchorTimes('sdps', host, 'vm1', { seconds, nowSeconds: null })
    expect([lost.anchoredSeconds, lost.anchoredNowSeconds]).toEqual([null, null])
    const later = anchorTimes('sdps', host, 'vm1', { seconds: null, nowSeconds: now })
    expect(later.anchoredSeconds).toBeNull()
    expect(later.anchoredNowSeconds).toBeCloseTo(now * meanFactor, 12)
  })
})

describe('the outlook', () => {
  it('is of the statistic of the target, scaled towards its measurement', () => {
    const { outlook } = anchorTimes('sdps', hostOf('mean', 0.08), 'vm1', model)
    const factor = anchorFactor(0.08, now, spreads)
    expect(outlook).toEqual({
      of: 'peak',
      nowSeconds: expect.closeTo(now * factor, 12),
      thenSeconds: expect.closeTo(seconds * factor, 12),
    })
  })

  it('has the 95th percentile of an exponential distribution, about three means', () => {
    const { outlook } = anchorTimes('sdps', hostOf('p95', 0.15), 'vm1', model)
    const three = -Math.log(0.05)
    expect(three).toBeCloseTo(2.9957, 4)
    const factor = anchorFactor(0.15, now * three, spreads)
    expect(outlook).toEqual({
      of: 'peak',
      nowSeconds: expect.closeTo(now * three * factor, 12),
      thenSeconds: expect.closeTo(seconds * three * factor, 12),
    })
  })

  it('may have no end', () => {
    const { outlook } = anchorTimes('sdps', hostOf('mean', 0.08), 'vm1', {
      ...model,
      seconds: null,
    })
    expect(outlook).toMatchObject({ of: 'peak', thenSeconds: null })
  })

  it('is of the mean where the statistic was not measured, scaled if that is known', () => {
    expect(anchorTimes('sdps', hostOf('p95', null), 'vm1', model).outlook).toEqual({
      of: 'mean',
      nowSeconds: expect.closeTo(now * meanFactor, 12),
      thenSeconds: expect.closeTo(seconds * meanFactor, 12),
    })
    expect(anchorTimes('sdps', hostOf('p95', null), 'vm9', model).outlook).toEqual({
      of: 'mean',
      nowSeconds: now,
      thenSeconds: seconds,
    })
  })
})

it('the measured mean is the domain’s own', () => {
  expect(measuredMeanOf(hostOf('mean', 1), 'vm1')).toBe(0.06)
  expect(measuredMeanOf(hostOf('mean', 1), 'vm9')).toBeNull()
})
