import type { Plan } from '@steelyard/xen'
import { describe, expect, it } from 'vitest'
import { beyondGrant } from './beyond-grant.ts'

const grant = {
  levers: ['weight'],
  bounds: { largestStep: 0.2, payers: [{ domain: 'vm3', leastShare: 0.1 }] },
  expiresAt: new Date(),
}

/** A plan for a host whose guests have 256 each. */
function planFor(after: Record<string, number>, changes: object[] = []) {
  const shares = ['Domain-0', 'vm1', 'vm2', 'vm3'].map((name) => ({
    name,
    uuid: name,
    cpupool: 'Pool-0',
    weightBefore: 256,
    weightAfter: after[name] ?? 256,
    shareBefore: 0,
    shareAfter: 0,
  }))
  return {
    kind: 'against-host' as const,
    plan: { shares, changes } as unknown as Plan,
    unknownDomains: [],
  }
}

describe('what a plan does beyond a grant', () => {
  it('is nothing within its bounds', () => {
    expect(beyondGrant(planFor({ vm1: 384, vm3: 128 }), grant)).toEqual([])
  })

  it('is a step that is too large, or less for a domain that may not pay', () => {
    expect(beyondGrant(planFor({ vm1: 1024 }), grant)).toEqual(['vm1', 'vm2'])
    expect(beyondGrant(planFor({ vm1: 384, vm2: 128 }), grant)).toEqual(['vm2'])
  })

  it('is another lever, or a cap', () => {
    const change = (lever: string, before: object, after: object) => [
      { lever, name: 'vm1', before, after },
    ]
    const weights = [
      { weight: 256, cap: 0 },
      { weight: 300, cap: 0 },
    ] as const
    expect(beyondGrant(planFor({}, change('weight', ...weights)), grant)).toEqual([])
    const capped = { weight: 300, cap: 50 }
    expect(beyondGrant(planFor({}, change('weight', weights[0], capped)), grant)).toEqual(['vm1'])
    expect(beyondGrant(planFor({}, change('affinity', {}, {})), grant)).toEqual(['vm1'])
    expect(beyondGrant({ kind: 'by-hand', scheduler: 'credit' }, grant)).toEqual(['the host'])
  })
})
