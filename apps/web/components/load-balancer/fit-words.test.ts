import type { ThroughputFit } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { kneeSentence, trustSentence } from './fit-words.ts'

const fit: ThroughputFit = {
  ...{ perProcessPerSecond: 1000, contention: 0.05, coherency: 0.02, standardErrors: null },
  ...{ residualsPerSecond: [], residualStandardDeviation: 1, degreesOfFreedom: 2, rSquared: 0.98 },
  ...{
    heldAtZero: [],
    peakProcesses: 6.89,
    kneeProcesses: 4,
    kneeIsExtrapolated: false,
    curve: [],
  },
}

it('tells how many threads pay', () => {
  expect(kneeSentence(fit)).toBe(
    'Up to 4 threads pay; the next one adds less than a tenth of what one does alone. Throughput is largest at 6.9 threads and falls beyond.',
  )
  expect(kneeSentence({ ...fit, kneeProcesses: 1, peakProcesses: null })).toBe(
    'A second thread adds less than a tenth of what one does alone.',
  )
  expect(kneeSentence({ ...fit, kneeIsExtrapolated: true })).toContain('an extrapolation')
  expect(kneeSentence({ ...fit, kneeProcesses: null })).toContain('every further thread pays')
})

it('is honest about three points and about bounds', () => {
  expect(trustSentence({ ...fit, degreesOfFreedom: 0 })).toContain('nothing is left to judge it by')
  expect(trustSentence(fit)).toBe('The curve tells 98.0 % of the variance of the points.')
  expect(trustSentence({ ...fit, heldAtZero: ['coherency'] })).toContain('coherency negative')
})
