import { describe, expect, it } from 'vitest'
import type { HostFacts } from '../known-host/host-facts.ts'
import { hostFactsQuality } from './host-facts-quality.ts'

const xl = { kind: 'xl-output', path: 'xl.txt' } as const
const host = { kind: 'host', path: null } as const
const domain = (name: string, weight: HostFacts['domains'][number]['weight']) => ({
  domain: name,
  xenId: null,
  weight,
  cap: null,
  vCpus: null,
})
const facts = (more: Partial<HostFacts>): HostFacts => ({
  scheduler: null,
  tsliceMs: null,
  ratelimitUs: null,
  xenVersion: null,
  pCpus: null,
  experiments: null,
  domains: [],
  contradictions: [],
  ...more,
})
const reasonsOf = (more: Partial<HostFacts>, inForce: Record<string, number> = {}) =>
  hostFactsQuality(facts(more), ['vm1', 'vm2'], inForce)

describe('hostFactsQuality', () => {
  it('names the source of weights that no recording states', () => {
    const domains = [
      domain('Domain-0', { value: 256, origin: xl }),
      domain('vm1', { value: 384, origin: xl }),
      domain('vm2', { value: 512, origin: host }),
      domain('vm3', { value: 1, origin: xl }),
    ]
    expect(reasonsOf({ domains }, { 'Domain-0': 256, vm1: 384, vm2: 512, vm3: 1 })).toEqual([
      {
        code: 'host-facts',
        severity: 'info',
        domains: ['Domain-0', 'vm1'],
        origin: xl,
      },
      {
        code: 'host-facts',
        severity: 'info',
        domains: ['vm2'],
        origin: host,
      },
    ])
  })

  it('reports nothing on recorded weights and on those that the operator replaced', () => {
    const recorded = { value: 256, origin: { kind: 'recording', path: null } as const }
    const domains = [domain('vm1', recorded), domain('vm2', { value: 512, origin: xl })]
    expect(reasonsOf({ domains }, { vm1: 256, vm2: 300 })).toEqual([])
  })

  it('warns of contradictions and of a scheduler without weights', () => {
    const codes = reasonsOf({
      contradictions: [{ about: { what: 'scheduler' }, versions: [] }],
      scheduler: { value: 'rtds', origin: xl },
    }).map(({ code, severity }) => [code, severity])
    expect(codes).toEqual([
      ['xl-contradiction', 'warning'],
      ['scheduler-without-weights', 'warning'],
    ])
    expect(reasonsOf({ scheduler: { value: 'credit2', origin: xl } })).toEqual([])
  })
})
