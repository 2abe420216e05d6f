import type { AnalysisResult, DomainResult } from '@steelyard/analysis'
import type { Twin, TwinDomain } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { presentDomains } from './present-domains.ts'

const domain = { domain: 'vm1', weight: 768, measured: null, estimates: [] }
const result = {
  domains: [domain as unknown as DomainResult],
  domain0: { weight: 256 } as AnalysisResult['domain0'],
}
const twinOf = (more: Partial<Twin>) => ({ state: 'done', domains: [], ...more }) as Twin
const estimatesWith = (twin: Twin) => presentDomains(result, [], twin)[0]!.estimates

describe('the twin among the estimates of a domain', () => {
  it('has its mean over the range', () => {
    const vm1 = { domain: 'vm1', mean: { ms: 20, lowMs: 19, highMs: 21 }, p95: null } as TwinDomain
    expect(estimatesWith(twinOf({ domains: [vm1] }))).toEqual([
      { estimator: 'twin', responseTimeMs: 20, breakdown: null, valid: true, reasons: [] },
    ])
  })

  it('is compared with a log by what the log would show', () => {
    const [mean, logged] = [20, 15].map((ms) => ({ ms, lowMs: ms - 1, highMs: ms + 1 }))
    const vm1 = { domain: 'vm1', mean, p95: null, logged: { mean: logged, p95: null } }
    const meanBy = (measuredBy: 'client' | 'access-log') => {
      const domains = [{ ...vm1, measuredBy }] as TwinDomain[]
      return estimatesWith(twinOf({ domains }))[0]!.responseTimeMs
    }
    expect([meanBy('access-log'), meanBy('client')]).toEqual([15, 20])
  })

  it('gives a reason where it has no answer', () => {
    const reason = 'There is no CPU data.'
    expect(estimatesWith(twinOf({ state: 'left-out', reason }))).toMatchObject([
      { responseTimeMs: null, valid: false, reasons: [reason] },
    ])
    expect(estimatesWith(twinOf({}))[0]!.reasons).toEqual(['It answered no request of this guest.'])
  })
})

it('shows the target as it was entered', () => {
  const target = { domain: 'vm1', responseTimeMs: 70, throughputPerSecond: null, isSoft: false }
  expect(presentDomains(result, [target], twinOf({}))[0]!.target).toBe(target)
})

it('gives it the share of all weights, Domain-0’s among them', () => {
  expect(presentDomains(result, [], twinOf({}))[0]!.share).toBe(0.75)
})
