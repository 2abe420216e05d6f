import * as contract from '@steelyard/contract'
import { domainNamed, happenings, sampleHost, type XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HostClient, startHostClient } from '../hosts/testing/host-client.ts'

let client: HostClient
let double: XenHostDouble
let hostId: string

beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client.close())
beforeEach(async () => {
  double = await client.startDouble({ host: sampleHost('credit', 4) })
  hostId = (await client.enrol(double)).id
  double.commands.length = 0
})

const affinities = () =>
  Object.fromEntries(
    double.host.domains.map(({ name, affinity }) => [name, affinity?.[0] ?? 'all']),
  )
const NONE = { 'Domain-0': 'all', vm1: 'all', vm2: 'all', vm3: 'all' }

describe('affinities and caps', () => {
  it('are planned, applied, verified, watched and rolled back', async () => {
    const plan = await client.plan({
      hostId,
      weights: ['vm2', 'vm3'].map((domain) => ({ domain, cap: 40 })),
      pins: [
        { domain: 'Domain-0', pCpus: [0] },
        { domain: 'vm1', pCpus: [1, 2, 3] },
      ],
      origin: 'From the real-time page',
    })
    expect(plan).toMatchObject({
      canApply: true,
      origin: 'From the real-time page',
      persistence: expect.stringContaining('cpu_weight=, cap= and cpus='),
      commands: [
        'xl sched-credit -d 2 -c 40',
        'xl sched-credit -d 3 -c 40',
        'xl vcpu-pin 0 all 0',
        'xl vcpu-pin 1 all 1-3',
      ],
    })
    expect(plan.reasons.map(({ code }) => code)).toContain('domain-0-pinned')
    expect((await client.plan(plan.wanted!)).commands).toEqual(plan.commands)
    expect(plan.changes[1]).toMatchObject({ affinityBefore: 'all', affinityAfter: '1-3' })

    const applied = await client.ended(await client.apply(plan))
    expect(applied).toMatchObject({ state: 'verified', canRollBack: true })
    expect(applied.alsoRead).toEqual([
      { subject: 'Domain-0', what: 'affinity', expected: '0', found: '0', matches: true },
      { subject: 'vm1', what: 'affinity', expected: '1-3', found: '1-3', matches: true },
    ])
    expect(affinities()).toEqual({ ...NONE, 'Domain-0': '0', vm1: '1-3' })
    const vm1 = (host: contract.Host) => host.domains.find(({ name }) => name === 'vm1')!
    expect(vm1(await client.get(hostId))).toMatchObject({
      affinity: ['1-3'],
      applied: { weight: null, cap: null, affinity: ['1-3'], configLines: ['cpus = "1-3"'] },
    })

    happenings.setAffinity(double.host, 'vm1', '2')
    const params = { id: hostId }
    await client.call(contract.discoverHost, { params })
    await expect
      .poll(async () => vm1(await client.get(hostId)).drift.map(({ kind }) => kind))
      .toEqual(['affinity'])
    const refused = await client.ended(await client.rollBack(applied.id))
    expect(refused).toMatchObject({ state: 'failed', trouble: { code: 'drift' } })
    expect(refused.statement).toContain('vm1 was left with pCPUs 1-3 and now has pCPUs 2.')

    happenings.setAffinity(double.host, 'vm1', '1-3')
    const undone = await client.ended(await client.rollBack(applied.id))
    expect(undone.state).toBe('rolled-back')
    expect(affinities()).toEqual(NONE)
    expect(domainNamed(double.host, 'vm3').cap).toBe(0)
  })

  it.each([
    ['nothing', {}],
    ['a domain without a value', { weights: [{ domain: 'vm1' }] }],
    ['no pCPU', { pins: [{ domain: 'vm1', pCpus: [] }] }],
    ['a domain twice', { pins: ['0', '1'].map((n) => ({ domain: 'vm1', pCpus: [Number(n)] })) }],
  ])('are refused with %s', async (_, body) => {
    const reply = await client.call(contract.createPlan, { body: { hostId, ...body } })
    expect([400, 422]).toContain(reply.status)
  })
})
