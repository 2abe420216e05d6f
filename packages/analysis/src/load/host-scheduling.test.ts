import type { Recording } from '@steelyard/traces'
import { expect, it } from 'vitest'
import { hostScheduling, type ReadHost } from './host-scheduling.ts'

const recording = {
  xenVersion: null,
  domains: [{ name: 'vm1', id: 1, vCpus: 2, weight: 256 }],
  scheduler: { name: 'credit', tsliceMs: 5, ratelimitUs: null },
} as unknown as Recording
const inventory = {
  xenVersion: '4.18.2',
  cpupools: [
    { scheduler: 'credit2', timeSliceMs: null, rateLimitUs: 700 },
    { scheduler: 'credit', timeSliceMs: 30, rateLimitUs: 900 },
  ],
  domains: [
    { name: 'vm1', vCpus: 4 },
    { name: 'Domain-0', vCpus: 1 },
  ],
} satisfies ReadHost

it('takes facts from the recording, and from the host what the recording leaves open', () => {
  expect(hostScheduling('credit', [recording], inventory)).toEqual({
    scheduler: 'credit',
    xenVersion: '4.18.2',
    tsliceMs: 5,
    ratelimitUs: 900,
    vCpus: { vm1: 2, 'Domain-0': 1 },
  })
})

it('trusts the recording on the version, because the host may have been upgraded since', () => {
  const older = { ...recording, xenVersion: '4.1.4' }
  expect(hostScheduling('credit', [older], inventory).xenVersion).toBe('4.1.4')
})

it('takes the constants of the pool that has the scheduler', () => {
  expect(hostScheduling('credit2', [], inventory)).toMatchObject({
    scheduler: 'credit2',
    tsliceMs: null,
    ratelimitUs: 700,
  })
})

it('leaves open what no source states', () => {
  expect(hostScheduling('credit', [], null)).toEqual({
    scheduler: 'credit',
    xenVersion: null,
    tsliceMs: null,
    ratelimitUs: null,
    vCpus: {},
  })
})
