import type { DomainLoad, HostLoad } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import { alikeDomains } from './alike-domains.ts'
import type { SoftTarget } from './soft-targets.ts'

function alike(
  domains: Partial<DomainLoad>[],
  {
    seconds = 100,
    targetsMs = [] as (number | null)[],
    softTargets = [] as SoftTarget[],
    excluded = [] as string[],
  } = {},
) {
  const load: HostLoad = {
    domains: domains.map((domain, index) => ({
      name: `vm${index + 1}`,
      arrivalRatePerSecond: 45,
      serviceTimeSeconds: 0.0066,
      ...domain,
    })),
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    pCpus: 1,
  }
  const targets = targetsMs.flatMap((responseTimeMs, index) =>
    responseTimeMs === null
      ? []
      : [
          {
            domain: `vm${index + 1}`,
            responseTimeSeconds: responseTimeMs / 1000,
            throughputPerSecond: null,
          },
        ],
  )
  return alikeDomains({ load, seconds, targets, softTargets, settings: { bounds: [], excluded } })
}

describe('alikeDomains', () => {
  it('groups domains that differ by chance alone', () => {
    expect(alike([{}, { arrivalRatePerSecond: 46.1 }, { arrivalRatePerSecond: 170 }])).toEqual([
      ['vm1', 'vm2'],
    ])
  })

  it('separates domains that a longer recording shows to differ', () => {
    // Chance accounts for 3 sqrt(9,110) = 286 requests in 100 s, and for 905 in 1,000 s.
    const domains = [{}, { arrivalRatePerSecond: 47 }]
    expect(alike(domains)).toHaveLength(1)
    expect(alike(domains, { seconds: 1000 })).toEqual([])
  })

  it('is as sure of a demand as the range has requests', () => {
    // The demands are 6.5 % apart: the ends of the range may cut off 3 sqrt(4) / 87 = 7 % of 87
    // requests.
    const few = { arrivalRatePerSecond: 2.9, serviceTimeSeconds: 0.0655 }
    const domains = [few, { ...few, serviceTimeSeconds: 0.0697 }]
    expect(alike(domains, { seconds: 30 })).toEqual([['vm1', 'vm2']])
    expect(alike(domains, { seconds: 300 })).toEqual([])
  })

  it('does not separate domains by soft targets that follow from what was measured', () => {
    const softTargets = [0.7, 0.706].map((seconds, index) => ({
      domain: `vm${index + 1}`,
      seconds,
      origin: 'default' as const,
    }))
    expect(alike([{}, {}], { softTargets })).toEqual([['vm1', 'vm2']])
  })

  it('separates domains by demand, cap, target and fixed weight', () => {
    expect(alike([{}, { serviceTimeSeconds: 0.0073 }])).toEqual([])
    expect(alike([{}, { capPercent: 50 }])).toEqual([])
    expect(alike([{}, {}], { targetsMs: [80, 100] })).toEqual([])
    expect(alike([{}, {}], { targetsMs: [80, 80] })).toEqual([['vm1', 'vm2']])
    const soft = { domain: 'vm2', seconds: 0.08, origin: 'asked' as const }
    expect(alike([{}, {}], { softTargets: [soft] })).toEqual([])
    expect(alike([{}, {}], { softTargets: [soft, { ...soft, domain: 'vm1' }] })).toHaveLength(1)
    expect(alike([{}, {}], { excluded: ['vm2'] })).toEqual([])
    expect(alike([{}, {}], { excluded: ['vm1', 'vm2'] })).toEqual([['vm1', 'vm2']])
  })
})
