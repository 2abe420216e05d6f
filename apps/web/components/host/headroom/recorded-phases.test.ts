import type { PhaseResult, ResponseTime } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aDomainResult, aResult } from '../../../lib/testing/fixtures.ts'
import { isAsPredicted, recordedPhases } from './recorded-phases.ts'

const measured: ResponseTime = {
  meanMs: 10,
  p50Ms: 8,
  p95Ms: 20,
  p99Ms: 30,
  requests: 100,
  measuredBy: 'client',
}
const phase = (label: string, rate: number, of: ResponseTime | null): PhaseResult => ({
  label,
  from: '2026-11-20T10:00:00Z',
  to: '2026-11-20T10:01:00Z',
  domains: [
    {
      domain: 'vm1',
      weight: 256,
      arrivalRatePerSecond: rate,
      measured: of,
      estimatesMs: {},
      notValid: [],
    },
  ],
})
const phases = [phase('Phase 1', 20, measured), phase('Phase 2', 0, measured), phase('3', 40, null)]
const domains = [aDomainResult('vm1', { arrivalRatePerSecond: 40 })]

it('are the phases with requests and measurements, in the statistic of the targets', () => {
  expect(recordedPhases(aResult({ phases, domains }), 'vm1')).toEqual([
    { label: 'Phase 1', rate: 20, recordedMs: 20, predicted: null },
  ])
  const mean = aResult({ phases, domains, targetStatistic: 'mean' })
  expect(recordedPhases(mean, 'vm1')[0]?.recordedMs).toBe(10)
})

it('are none for a domain without load', () => {
  expect(recordedPhases(aResult({ phases, domains }), 'vm9')).toEqual([])
})

it('came out as predicted inside of the interval, ends included', () => {
  const predicted = { ms: 25, lowMs: 20, highMs: 30 }
  const of = (recordedMs: number, of: typeof predicted | null = predicted) =>
    isAsPredicted({ label: '', rate: 1, recordedMs, predicted: of })
  expect([19.9, 20, 30, 30.1].map((ms) => of(ms))).toEqual([false, true, true, false])
  expect(of(20, null)).toBeNull()
})
