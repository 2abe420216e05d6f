import type { AnalysisResult, DomainResult, Host } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { byUrgency, countVerdicts } from './host-order.ts'
import { worstDomain } from './worst-domain.ts'

const host = (name: string, verdict: Host['verdict']) => ({ name, verdict }) as Host

describe('the order of hosts', () => {
  const hosts = [host('d', null), host('c', 'ok'), host('b', 'migrate'), host('a', 'migrate')]

  it('puts the most pressing verdict first, then sorts by name', () => {
    expect([...hosts].sort(byUrgency).map((each) => each.name)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('counts hosts by verdict and omits unused verdicts', () => {
    expect(countVerdicts(hosts)).toEqual([
      { verdict: 'migrate', count: 2 },
      { verdict: 'ok', count: 1 },
      { verdict: null, count: 1 },
    ])
  })
})

function domain(name: string, observedMs: number | null, targetMs: number | null) {
  return {
    domain: name,
    observedMs,
    measured: null,
    target: targetMs ? { domain: name, responseTimeMs: targetMs, throughputPerSecond: null } : null,
  } as DomainResult
}

function worstOf(...domains: DomainResult[]) {
  return worstDomain({ domains } as AnalysisResult)?.domain ?? null
}

describe('the worst domain', () => {
  it('is the one furthest above its target, not the slowest', () => {
    expect(worstOf(domain('slow', 900, 1000), domain('late', 60, 40))).toBe('late')
  })

  it('has a target if any domain has one', () => {
    expect(worstOf(domain('free', 5000, null), domain('bound', 10, 40))).toBe('bound')
  })

  it('is the slowest where no domain has a target', () => {
    expect(worstOf(domain('vm1', 66, null), domain('vm2', 20, null))).toBe('vm1')
  })

  it('is missing where nothing was measured', () => {
    expect(worstOf(domain('vm1', null, 40))).toBeNull()
  })
})
