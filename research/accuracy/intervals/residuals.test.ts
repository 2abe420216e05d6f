import { seedSpreadOf, varianceOfChance } from '@steelyard/model'
import { expect, test } from 'vitest'
import type { AccuracyReport } from '../accuracy-report.ts'
import { coverageOf } from './coverage.ts'
import { fitSpread, type Residual, residualsOf } from './residuals.ts'

const residual = (recording: string, ratio: number, more: Partial<Residual> = {}): Residual => ({
  recording,
  band: 0,
  estimated: 0.01,
  measured: 0.01 * ratio,
  ...more,
})

const off = (recording: string, log: number) => [
  ...Array.from({ length: 3 }, () => residual(recording, Math.exp(log))),
  ...Array.from({ length: 3 }, () => residual(recording, Math.exp(-log))),
]

test('the spread is the root mean square of the logarithm, a bias included', () => {
  expect(fitSpread(off('a', 0.3))!.logSpread).toBeCloseTo(0.3, 12)
  const biased = Array.from({ length: 8 }, () => residual('a', Math.exp(0.2)))
  expect(fitSpread(biased)).toEqual({ logSpread: expect.closeTo(0.2, 12), values: 8 })
})

test('variance explained by the seeds is subtracted, but never below zero', () => {
  const seeds = { logSpread: 0.2, seeds: 5 }
  const drawn = off('a', 0.3).map((each) => ({ ...each, seeds }))
  const left = 0.3 ** 2 - varianceOfChance(seeds)
  expect(fitSpread(drawn)!.logSpread).toBeCloseTo(Math.sqrt(left), 12)
  const noisy = drawn.map((each) => ({ ...each, seeds: { logSpread: 1, seeds: 5 } }))
  expect(fitSpread(noisy)!.logSpread).toBe(0)
})

test('too few values give no spread', () => {
  expect(fitSpread(off('a', 0.3).slice(0, 5))).toBeNull()
})

test('a recording is judged by the others alone', () => {
  // The errors of a are small and those of b large. Left out of its own fit, b lies outside and a
  // inside.
  const [calm, wild] = coverageOf([...off('a', 0.1), ...off('b', 1)], true)
  expect(calm).toMatchObject({ n: 12, inside: 6 })
  expect(wild).toEqual({ n: 0, inside: 0, meanFactor: null })
  // The factors are e^(t 0.1 sqrt(7 / 6)) and e^(t sqrt(7 / 6)); t has 6 degrees of freedom at 90
  // %.
  const t = 1.94318
  expect(Math.log(calm!.meanFactor!)).toBeCloseTo((t * Math.sqrt(7 / 6) * (0.1 + 1)) / 2, 4)
})

test('an estimator’s own interval is taken at its word; one without spreads has none', () => {
  const own = { lowSeconds: 0.005, highSeconds: 0.02 }
  const told = [residual('a', 1, { interval: own }), residual('a', 3, { interval: own })]
  expect(coverageOf(told, false)[0]).toMatchObject({ n: 2, inside: 1 })
  expect(coverageOf(told, false)[0]!.meanFactor).toBeCloseTo(2, 12)
  expect(coverageOf(off('a', 0.1), false)[0]!.n).toBe(0)
})

const phase = (utilisation: number | null, measured: number) => ({
  label: 'Phase 1',
  startSeconds: 0,
  durationSeconds: 30,
  utilisation,
  domains: [
    {
      name: 'vm1',
      weight: 256,
      arrivalRatePerSecond: 10,
      measured: { mean: measured, p95: 1, meanHalfWidth: null, requests: 1, unanswered: 0 },
      estimates: { twin: { mean: 0.01, meanHalfWidth: 0.001 }, sdps: { mean: 0.02 } },
    },
  ],
})

const report = {
  twin: { seed: 1, replications: 4 },
  recordings: [
    { name: 'a', phases: [phase(0.5, 0.01), phase(null, 0.01), phase(0.9, 0.02)] },
  ] as unknown as AccuracyReport['recordings'],
  forecasts: [
    {
      from: 'a',
      to: 'b',
      phase: 'Phase 1',
      utilisation: 0.8,
      domain: 'vm1',
      weights: {},
      before: 0.01,
      after: 0.03,
      isClear: true,
      forecasts: {
        twin: { mean: 0.01, meanHalfWidth: 0.001, anchoredMean: 0.02, isDirectionRight: true },
      },
    },
  ] satisfies AccuracyReport['forecasts'],
}

test('diagnoses come from phases with a CPU trace, with their band and their seeds', () => {
  const residuals = residualsOf('twin', 'diagnosis', report)
  expect(residuals.map(({ band, measured }) => [band, measured])).toEqual([
    [0, 0.01],
    [2, 0.02],
  ])
  expect(residuals[0]!.seeds).toEqual(seedSpreadOf(0.01, 0.001, 4))
  expect(residualsOf('sdps', 'diagnosis', report)[0]!.seeds).toBeUndefined()
})

test('a forecast is judged as a plan shows it; its seeds spread in proportion', () => {
  const [only] = residualsOf('twin', 'forecast', report)
  expect(only).toMatchObject({ recording: 'a', band: 1, estimated: 0.02, measured: 0.03 })
  expect(only!.seeds!.logSpread).toBeCloseTo(seedSpreadOf(0.01, 0.001, 4).logSpread, 12)
})
