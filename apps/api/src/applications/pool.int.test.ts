import * as contract from '@steelyard/contract'
import { domainNamed, sampleHost, type XenHostDouble } from '@steelyard/xen/testing'
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
  double = await client.startDouble({ host: sampleHost('credit', 4), username: 'steelyard' })
  Object.assign(domainNamed(double.host, 'vm1'), { weight: 512, cap: 80 })
  hostId = (await client.enrol(double)).id
})

const realTimePool: contract.WantedPool = {
  scheduler: 'rtds',
  pCpus: [3],
  domains: [{ domain: 'vm1', periodMs: 100, budgetMs: 70, extraTime: false }],
}
const pools = () => double.host.cpupools.map(({ name, pCpus }) => [name, pCpus])
const vm1 = async () => (await client.get(hostId)).domains.find(({ name }) => name === 'vm1')!

describe('a real-time cpupool', () => {
  it('is planned, made, watched and undone, with all that the guest had', async () => {
    const plan = await client.plan({ hostId, realTimePool })
    expect(plan).toMatchObject({
      canApply: true,
      cpupools: [
        { cpupool: 'Pool-0', scheduler: 'credit', pCpusBefore: '0-3', pCpusAfter: '0-2' },
        { cpupool: 'steelyard-rt', scheduler: 'rtds', pCpusBefore: null, pCpusAfter: '3' },
      ],
      commands: [
        'sudo -n xl cpupool-cpu-remove Pool-0 3',
        'sudo -n xl cpupool-create name="steelyard-rt" sched="rtds" cpus="3"',
        'sudo -n xl cpupool-migrate 1 steelyard-rt',
        'sudo -n xl sched-rtds -d 1 -v all -p 100000 -b 70000 -e 0',
      ],
    })
    expect(plan.changes.find(({ domain }) => domain === 'vm1')).toMatchObject({
      weightBefore: 512,
      weightAfter: null,
      capBefore: 80,
      capAfter: null,
      shareAfter: null,
      cpupoolBefore: 'Pool-0',
      cpupoolAfter: 'steelyard-rt',
      reservationAfter: { periodMs: 100, budgetMs: 70, extraTime: false },
    })

    const applied = await client.ended(await client.apply(plan))
    expect(applied).toMatchObject({ state: 'verified', canRollBack: true, readBack: [] })
    expect(applied.alsoRead.map(({ what, matches }) => [what, matches])).toEqual([
      ['pool-pcpus', true],
      ['cpupool', true],
      ['membership', true],
      ['reservation', true],
    ])
    expect(applied.steps.map(({ text }) => text)).toContain(
      'Make cpupool steelyard-rt (rtds, pCPUs 3).',
    )
    expect(await vm1()).toMatchObject({
      cpupool: 'steelyard-rt',
      applied: { weight: null, cpupool: 'steelyard-rt', configLines: ['pool = "steelyard-rt"'] },
    })

    const undone = await client.ended(await client.rollBack(applied.id))
    expect(undone).toMatchObject({ state: 'rolled-back' })
    expect(pools()).toEqual([['Pool-0', [0, 1, 2, 3]]])
    expect(await vm1()).toMatchObject({
      cpupool: 'Pool-0',
      weight: 512,
      cap: 80,
      drift: [],
      applied: { weight: 512, cap: 80, cpupool: 'Pool-0' },
    })
  })

  it('is not made where Xen has no RTDS, and the reason is given', async () => {
    double.host.withoutSchedulers = ['rtds']
    const plan = await client.plan({ hostId, realTimePool })
    expect(plan.reasons.map(({ code }) => code)).toContain('scheduler-may-be-missing')
    const ended = await client.ended(await client.apply(plan))
    expect(ended.state).toBe('rolled-back')
    expect(ended.statement).toContain('Could not create cpupool')
    expect(pools()).toEqual([['Pool-0', [0, 1, 2, 3]]])
    await client.expectRecordOf(double, hostId)
  })

  it.each([
    ['beside weights', { realTimePool, weights: [{ domain: 'vm1', weight: 512 }] }],
    ['without a period', { realTimePool: { ...realTimePool, domains: [{ domain: 'vm1' }] } }],
    ['without domains', { realTimePool: { ...realTimePool, domains: [] } }],
  ])('is refused %s', async (_, body) => {
    const reply = await client.call(contract.createPlan, { body: { hostId, ...body } })
    expect([400, 422]).toContain(reply.status)
  })
})
