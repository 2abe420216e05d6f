import type { Domain } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { driftedDomains, driftSince, valuesToRestore } from './left-values.ts'

const weightDrift = { kind: 'weight', text: 'The weight is 256.' }

function domainOf(change: object): Domain {
  return {
    name: 'vm1',
    gone: false,
    weight: 256,
    cap: 0,
    applied: { weight: 384, cap: 0, affinity: null },
    drift: [weightDrift],
    driftSince: null,
    ...change,
  } as Domain
}

const toRestore = (...changes: object[]) => valuesToRestore({ domains: changes.map(domainOf) })
const restored = (...changes: object[]) => toRestore(...changes).weights

describe('what is not as Steelyard left it', () => {
  it('is found by the drift that the API reports', () => {
    const domains = [domainOf({}), domainOf({ name: 'vm2', drift: [] })]
    expect(driftedDomains({ domains }).map(({ name }) => name)).toEqual(['vm1'])
  })

  it('began with the first reading that showed any of it, whatever its time zone', () => {
    const early = '2026-11-21T09:30:00+02:00'
    const late = '2026-11-21T08:00:00Z'
    expect(driftSince([{ driftSince: late }, { driftSince: null }, { driftSince: early }])).toBe(
      early,
    )
    expect(driftSince([{ driftSince: null }])).toBeNull()
  })
})

describe('the plan that restores it', () => {
  it('sets the applied weight, and the cap only where that differs', () => {
    expect(restored({})).toEqual([{ domain: 'vm1', weight: 384 }])
    expect(restored({ cap: 50 })).toEqual([{ domain: 'vm1', weight: 384, cap: 0 }])
    expect(restored({ weight: 384, cap: 50 })).toEqual([{ domain: 'vm1', weight: 384, cap: 0 }])
  })

  it('omits what it cannot or need not set', () => {
    expect(restored({ gone: true })).toEqual([])
    expect(restored({ applied: null })).toEqual([])
    expect(restored({ weight: 384, drift: [{ kind: 'recreated', text: '' }] })).toEqual([])
    expect(restored({ drift: [] })).toEqual([])
    const onlyPinned = { weight: null, cap: null, affinity: ['0-1'] }
    expect(restored({ applied: onlyPinned })).toEqual([])
  })

  it('pins where the affinity differs, and all vCPUs can be pinned alike', () => {
    const drift = [{ kind: 'affinity', text: '' }]
    const pins = (...affinity: string[]) =>
      toRestore({ drift, applied: { weight: null, cap: null, affinity } }).pins
    expect(pins('0-1,3')).toEqual([{ domain: 'vm1', pCpus: [0, 1, 3] }])
    expect(pins('all')).toEqual([{ domain: 'vm1', pCpus: 'all' }])
    expect(pins('0', '1')).toEqual([])
    expect(toRestore({ applied: { weight: 384, cap: 0, affinity: ['0'] } }).pins).toEqual([])
  })
})
