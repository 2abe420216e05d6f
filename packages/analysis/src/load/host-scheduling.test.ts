import { expect, it } from 'vitest'
import type { HostFacts } from '../known-host/host-facts.ts'
import { knownHost } from '../known-host/known-host.ts'
import { hostScheduling } from './host-scheduling.ts'

const nothing = knownHost({ recording: null, xl: [], host: null }).facts
const origin = { kind: 'xl-output', path: 'xl-before.txt' } as const
const fact = <T>(value: T) => ({ value, origin })
const known: HostFacts = {
  ...nothing,
  scheduler: fact('credit2'),
  xenVersion: fact('4.18.2'),
  tsliceMs: fact(5),
  ratelimitUs: fact(700),
  domains: [
    { domain: 'Domain-0', xenId: null, weight: null, cap: null, vCpus: fact(1) },
    { domain: 'vm1', xenId: null, weight: null, cap: null, vCpus: null },
  ],
}

it('takes what is known of the host, whichever source stated it', () => {
  expect(hostScheduling(known)).toEqual({
    scheduler: 'credit2',
    xenVersion: '4.18.2',
    tsliceMs: 5,
    ratelimitUs: 700,
    experiments: null,
    vCpus: { 'Domain-0': 1 },
  })
})

it('leaves open what no source states', () => {
  expect(hostScheduling(nothing)).toEqual({
    scheduler: 'credit',
    xenVersion: null,
    tsliceMs: null,
    ratelimitUs: null,
    experiments: null,
    vCpus: {},
  })
})

it('takes a scheduler without weights as credit', () => {
  expect(hostScheduling({ ...nothing, scheduler: fact('rtds') }).scheduler).toBe('credit')
})

it('keeps what the hypervisor does beyond Xen', () => {
  const experiments = {
    boost: 'always',
    boostLasts: 'tick',
    loan: { credits: 1000, share: 0.2, factor: 3 },
    realTimeWeight: 333,
  } as const
  expect(hostScheduling({ ...nothing, experiments: fact(experiments) })).toMatchObject({
    experiments,
  })
})
