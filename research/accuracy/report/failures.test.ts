import { expect, test } from 'vitest'
import type { AccuracyReport, EstimatorSummary } from '../accuracy-report.ts'
import { leaningOf, type Miss, missesOf, reasonsOf } from './failures.ts'

const miss = (domain: string, utilisation: number | null, error: number): Miss => ({
  recording: 'a',
  phase: 'Phase 1',
  domain,
  utilisation,
  measured: 1,
  estimated: 1 + error,
  error,
})
const none = { n: 0, medianApe: null, meanApe: null }
const summary = (missing: number): EstimatorSummary => ({
  ...none,
  below70: none,
  from70: none,
  missing,
  bias: null,
  p95: null,
  logged: null,
})

test('half the measured value counts as much as twice the value', () => {
  const domain = (name: string, measured: number, mean: number) => ({
    name,
    measured: { mean: measured },
    estimates: { any: { mean } },
  })
  const report = {
    recordings: [
      {
        name: 'a',
        phases: [
          {
            label: 'Phase 1',
            utilisation: 0.9,
            domains: [domain('vm1', 1, 1.9), domain('vm2', 1, 0.4), domain('vm3', 1, 1)],
          },
        ],
      },
    ],
  } as unknown as AccuracyReport
  expect(missesOf('any', report).map((each) => each.domain)).toEqual(['vm2', 'vm1', 'vm3'])
  expect(missesOf('other', report)).toEqual([])
})

test('a reason is given only where the figures show that failure', () => {
  const calm = [miss('vm1', 0.3, 5)]
  expect(reasonsOf('delay-aware', summary(0), calm)).toEqual([expect.stringMatching(/Too high/)])
  expect(reasonsOf('delay-aware', summary(0), [miss('vm1', 0.9, -0.5)])).toEqual([
    expect.stringMatching(/Too low/),
  ])
  expect(reasonsOf('delay-aware', summary(0), [miss('vm1', 0.3, 0.01)])).toEqual([])
  expect(reasonsOf('sandpiper', summary(4), [])).toEqual([expect.stringMatching(/No answer/)])
  expect(reasonsOf('unheard-of', summary(0), calm)).toEqual([])
})

test('the bias is given by band and domain', () => {
  const misses = [miss('vm1', 0.3, 0.1), miss('vm2', 0.9, -0.4), miss('vm2', null, -0.2)]
  expect(leaningOf(misses)).toBe(
    'Median of the signed errors: below 70 % CPU +10 %, from 70 % on -40 %, vm1 +10 %, vm2 -30 %.',
  )
  expect(leaningOf([])).toBe('')
})
