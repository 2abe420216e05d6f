import { describe, expect, it } from 'vitest'
import { evidenceOf } from '../evidence/evidence.ts'
import { scarcelyMeasured } from './scarcely-measured.ts'

const evidence = evidenceOf([
  { code: 'few-requests', atMost: 'thin', domains: ['api', 'wiki'], leastRequests: 100 },
])
const measured = new Map([
  ['api', { mean: 0.2, p95: 0.6, p99: null }],
  ['web', { mean: 0.2, p95: 0.6, p99: null }],
])
const scarce = (domain: string, responseTimeSeconds: number | null) =>
  scarcelyMeasured(
    evidence,
    [{ domain, responseTimeSeconds, throughputPerSecond: null }],
    measured,
    'p95',
  )

describe('a domain is scarcely measured', () => {
  it('if few requests were logged and its time is not far below its target', () => {
    expect(scarce('api', 1)).toEqual(['api'])
    expect(scarce('api', 1.3)).toEqual([])
  })

  it('if its statistic was not measured at all', () => {
    expect(scarce('wiki', 1)).toEqual(['wiki'])
  })

  it('only with a target, and with few requests', () => {
    expect(scarce('api', null)).toEqual([])
    expect(scarce('web', 1)).toEqual([])
  })
})
