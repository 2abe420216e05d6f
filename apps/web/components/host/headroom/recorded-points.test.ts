import type { PhaseResult, ResponseTime } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aDomainResult, aResult } from '../../../lib/testing/fixtures.ts'
import { recordedPoints } from './recorded-points.ts'

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
  expect(recordedPoints(aResult({ phases, domains }), 'vm1')).toEqual([
    { loadFactor: 0.5, recordedMs: 20, phase: 'Phase 1' },
  ])
  const mean = aResult({ phases, domains, targetStatistic: 'mean' })
  expect(recordedPoints(mean, 'vm1')[0]?.recordedMs).toBe(10)
})

it('are none for a domain without load', () => {
  expect(recordedPoints(aResult({ phases, domains: [] }), 'vm1')).toEqual([])
})
