import type { Host } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { changedPins, pinFault, pinnableDomains } from './pin-rows.ts'

const pool = (cpupool: string, pCpus: number[]) => ({
  cpupool,
  pCpus,
  scheduler: 'credit',
  text: '',
})
const domain = (name: string, change: object = {}) => ({
  name,
  gone: false,
  vCpus: 1,
  cpupool: 'Pool-0',
  affinity: ['all'],
  ...change,
})
const host = {
  connection: { state: 'connected' },
  schedulerParameters: [pool('Pool-0', [0, 1, 2]), pool('Pool-vm', [3])],
  domains: [
    domain('Domain-0'),
    domain('vm1', { affinity: ['0', '1'], vCpus: 2 }),
    domain('vm2', { cpupool: 'Pool-vm' }),
    domain('old', { gone: true }),
    domain('never-read', { affinity: null }),
  ],
} as unknown as Host
const domains = pinnableDomains(host)
const rows = (...texts: string[]) => texts.map((pCpus) => ({ pCpus }))

describe('pins set by hand', () => {
  it('are offered for Domain-0 too, with the current pins of each vCPU', () => {
    expect(domains.map(({ name, affinity }) => [name, affinity])).toEqual([
      ['Domain-0', 'all'],
      ['vm1', '0 / 1'],
      ['vm2', 'all'],
    ])
  })

  it('ask only for what differs', () => {
    expect(changedPins(domains, rows('0', '0 / 1', 'all'))).toEqual([
      { domain: 'Domain-0', pCpus: [0] },
    ])
    expect(changedPins(domains, rows('all', ' 2, 0-1', '3'))).toEqual([
      { domain: 'vm1', pCpus: [0, 1, 2] },
      { domain: 'vm2', pCpus: [3] },
    ])
    expect(changedPins(domains, rows('all', 'all', 'all'))).toEqual([
      { domain: 'vm1', pCpus: 'all' },
    ])
  })

  it.each(['', '1-0', 'vm1', '0;1', '^1', '-1'])('are refused as %j', (text) => {
    expect(pinFault(text, domains[0])).toBe('all, or a list such as 0-1,3')
  })

  it('are refused on a pCPU that the cpupool lacks', () => {
    expect(pinFault('2', domains[0])).toBeNull()
    expect(pinFault('2', domains[2])).toBe('Pool-vm has no pCPU 2')
  })

  it('wait until the host has been read', () => {
    expect(pinnableDomains({ ...host, schedulerParameters: [] })).toEqual([])
  })
})
