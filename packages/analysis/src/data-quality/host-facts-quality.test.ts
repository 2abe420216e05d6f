import type { HostFacts } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { hostFactsQuality } from './host-facts-quality.ts'

const xl = { kind: 'xl-output', path: 'xl.txt' } as const
const host = { kind: 'host', path: null } as const
const domain = (
  name: string,
  weight: HostFacts['domains'][number]['weight'],
  cap: HostFacts['domains'][number]['cap'] = null,
) => ({ domain: name, xenId: null, weight, cap })
const facts = (more: Partial<HostFacts>): HostFacts => ({
  scheduler: null,
  pCpus: null,
  domains: [],
  contradictions: [],
  ...more,
})
const reasonsOf = (more: Partial<HostFacts>, inForce: Record<string, number> = {}) =>
  hostFactsQuality(facts(more), ['vm1', 'vm2'], inForce)

describe('hostFactsQuality', () => {
  it('says where weights come from that no recording tells', () => {
    const domains = [
      domain('Domain-0', { value: 256, origin: xl }),
      domain('vm1', { value: 384, origin: xl }),
      domain('vm2', { value: 512, origin: host }),
      domain('vm3', { value: 1, origin: xl }),
    ]
    expect(reasonsOf({ domains }, { 'Domain-0': 256, vm1: 384, vm2: 512, vm3: 1 })).toEqual([
      {
        code: 'host-facts',
        text: 'No recording tells the weight of Domain-0 and vm1: taken from xl.txt.',
        severity: 'info',
      },
      {
        code: 'host-facts',
        text: 'No recording tells the weight of vm2: taken from the host as it is now.',
        severity: 'info',
      },
    ])
  })

  it('is silent on recorded weights and on those that the operator replaced', () => {
    const recorded = { value: 256, origin: { kind: 'recording', path: null } as const }
    const domains = [domain('vm1', recorded), domain('vm2', { value: 512, origin: xl })]
    expect(reasonsOf({ domains }, { vm1: 256, vm2: 300 })).toEqual([])
  })

  it('warns of contradictions, caps, and a scheduler without weights', () => {
    const codes = reasonsOf({
      contradictions: ['They differ.'],
      domains: [
        domain('vm1', null, { value: 50, origin: xl }),
        domain('vm2', null, { value: 0, origin: xl }),
        domain('vm3', null, { value: 50, origin: xl }),
      ],
      scheduler: { value: 'rtds', origin: xl },
    }).map(({ code, severity }) => [code, severity])
    expect(codes).toEqual([
      ['xl-contradiction', 'warning'],
      ['caps-not-counted', 'warning'],
      ['scheduler-without-weights', 'warning'],
    ])
    expect(reasonsOf({ scheduler: { value: 'credit2', origin: xl } })).toEqual([])
  })
})
