import { expect, test } from 'vitest'
import type { DomainReport, PhaseReport } from './accuracy-report.ts'
import { scoreEstimator, summariseByBand } from './score.ts'

const phase = (
  utilisation: number | null,
  ...domains: [measured: number, estimated: number | null, p95?: number][]
): PhaseReport => ({
  label: 'Phase 1',
  startSeconds: 0,
  durationSeconds: 30,
  utilisation,
  domains: domains.map(([mean, estimated, p95], index) => ({
    name: `vm${index + 1}`,
    weight: 256,
    arrivalRatePerSecond: 10,
    loggedMean: mean / 2,
    measured: { mean, p95: 2 * mean, meanHalfWidth: null, requests: 300, unanswered: 0 },
    estimates: estimatesOf(estimated, p95),
  })),
})

function estimatesOf(mean: number | null, p95?: number): DomainReport['estimates'] {
  if (mean === null) return {}
  return { any: { mean, ...(p95 === undefined ? {} : { p95 }) } }
}

test('errors are fractions of what was measured, by band of CPU use', () => {
  const phases = [phase(0.69, [0.01, 0.012], [0.02, 0.01]), phase(0.7, [0.1, 0.3])]
  const summary = scoreEstimator('any', phases)
  // The errors are 20 %, -50 % and 200 %.
  expect(summary).toMatchObject({ n: 3, missing: 0, p95: null })
  expect(summary.medianApe).toBeCloseTo(0.5)
  expect(summary.meanApe).toBeCloseTo(0.9)
  expect(summary.bias).toBeCloseTo(0.2)
  expect(summary.below70.n).toBe(2)
  expect(summary.below70.medianApe).toBeCloseTo(0.35)
  expect(summary.from70.n).toBe(1)
  expect(summary.from70.meanApe).toBeCloseTo(2)
})

test('without a CPU trace a phase is in neither band', () => {
  const summary = summariseByBand([{ measured: 1, estimated: 1.1, utilisation: null }])
  expect(summary.n).toBe(1)
  expect(summary.below70).toEqual({ n: 0, medianApe: null, meanApe: null })
  expect(summary.from70.n).toBe(0)
})

test('an estimator without an answer is not scored by luck', () => {
  const summary = scoreEstimator('any', [phase(0.5, [0.01, null], [0.01, 0.01])])
  expect(summary).toMatchObject({ n: 1, missing: 1, medianApe: 0 })
  expect(scoreEstimator('other', [phase(0.5, [0.01, 0.01])])).toMatchObject({
    n: 0,
    missing: 1,
    medianApe: null,
    bias: null,
  })
})

test('percentiles are held against percentiles', () => {
  const summary = scoreEstimator('any', [phase(0.9, [0.01, 0.01, 0.03])])
  expect(summary.p95!.from70.medianApe).toBeCloseTo(0.5)
})

test('what a log would show is held against the log', () => {
  const told = phase(0.9, [0.02, 0.02])
  told.domains[0]!.estimates.any!.loggedMean = 0.012
  const summary = scoreEstimator('any', [told, phase(0.9, [0.02, 0.02])])
  expect(summary.logged).toMatchObject({ n: 1 })
  expect(summary.logged!.from70.meanApe).toBeCloseTo(0.2)
  expect(scoreEstimator('any', [phase(0.9, [0.02, 0.02])]).logged).toBeNull()
})
