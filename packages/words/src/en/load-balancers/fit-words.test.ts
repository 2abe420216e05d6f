import type { UslFit } from '@steelyard/model'
import { expect, it } from 'vitest'
import { kneeSentence, trustSentence } from './fit-words.ts'

const fit: UslFit = {
  perProcessPerSecond: 1000,
  contention: 0.05,
  coherency: 0.02,
  standardErrors: null,
  residualsPerSecond: [],
  residualStandardDeviation: 1,
  degreesOfFreedom: 2,
  rSquared: 0.98,
  held: [],
  peakProcesses: 6.89,
  kneeProcesses: 4,
  kneeIsExtrapolated: false,
}

it('states how many threads pay off', () => {
  expect(kneeSentence(fit)).toBe(
    'Up to 4 threads pay off. Each further thread adds less than a tenth of what one does alone, or added nothing when measured. By the curve, throughput peaks at 6.9 threads.',
  )
  expect(kneeSentence({ ...fit, kneeProcesses: 1, peakProcesses: null })).toBe(
    'One thread is enough. Each further thread adds less than a tenth of what one does alone, or added nothing when measured.',
  )
  expect(kneeSentence({ ...fit, kneeIsExtrapolated: true })).toContain('an extrapolation')
  expect(kneeSentence({ ...fit, kneeProcesses: null })).toContain('every further thread pays')
})

it('is honest about three points and about bounds', () => {
  const three = { ...fit, degreesOfFreedom: 0, residualsPerSecond: [0, 1e-9, -1e-9] }
  expect(trustSentence(three)).toContain('goes through them, and nothing is left to judge it by')
  const off = { ...three, contention: 0, held: ['contention' as const] }
  expect(trustSentence({ ...off, residualsPerSecond: [-130, 120, -30] })).toMatch(
    /would go through them but for a bound, .* Held at a bound: contention at 0;/,
  )
  expect(trustSentence(fit)).toBe('The curve explains 98.0 % of the variance of the points.')
  expect(
    trustSentence({ ...fit, contention: 1, coherency: 0, held: ['contention', 'coherency'] }),
  ).toContain('contention at 1 and coherency at 0;')
})
