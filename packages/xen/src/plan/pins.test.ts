import { describe, expect, it } from 'vitest'
import { readHost } from '../read-host.ts'
import { type DoubleHost, domainNamed, happenings, sampleHost } from '../testing/double-state.ts'
import { localShell } from '../testing/local-shell.ts'
import { findDrift } from './find-drift.ts'
import { makePlan, type PlanInput } from './make-plan.ts'

const uuidOf = (host: DoubleHost, name: string) => domainNamed(host, name).uuid

/** Four pCPUs; vm2 has two vCPUs, on pCPUs of their own. */
function fourPCpus(): DoubleHost {
  const host = sampleHost('credit', 4)
  Object.assign(domainNamed(host, 'vm2'), { vCpus: 2, affinity: { 0: '1', 1: '2-3' } })
  return host
}

async function planFor(
  host: DoubleHost,
  pins: Record<string, number[] | 'all'>,
  more: Partial<PlanInput> = {},
) {
  return makePlan({
    inventory: await readHost(localShell(host)),
    wanted: [],
    pins: Object.entries(pins).map(([name, pCpus]) => ({ uuid: uuidOf(host, name), pCpus })),
    username: 'root',
    ...more,
  })
}

const codes = ({ reasons }: Awaited<ReturnType<typeof planFor>>) => reasons.map(({ code }) => code)

describe('a plan that pins', () => {
  it('lists what changes and the exact commands, weights first', async () => {
    const host = fourPCpus()
    const plan = await planFor(
      host,
      { vm1: [3, 0, 1], vm2: [2, 3], vm3: 'all' },
      { wanted: [{ uuid: uuidOf(host, 'vm3'), weight: 512 }] },
    )
    expect(plan.canApply).toBe(true)
    expect(plan.changes.flatMap(({ commands }) => commands)).toEqual([
      'xl sched-credit -d 3 -w 512',
      'xl vcpu-pin 1 all 0-1,3',
      'xl vcpu-pin 2 all 2-3',
    ])
    expect(plan.changes[2]).toMatchObject({
      before: { affinity: ['1', '2-3'] },
      after: { affinity: ['2-3'] },
    })
  })

  it('calls every pCPU of the host "all", as xl does', async () => {
    const plan = await planFor(fourPCpus(), { vm1: [0, 1, 2, 3], vm2: [0, 1, 2, 3] })
    expect(plan.changes.flatMap(({ commands }) => commands)).toEqual(['xl vcpu-pin 2 all all'])
  })

  it('pins Domain-0 too, with a warning about it and about vCPUs that will have to take turns', async () => {
    const plan = await planFor(fourPCpus(), { 'Domain-0': [0], vm2: [1] })
    expect(plan.canApply).toBe(true)
    expect(plan.changes.flatMap(({ commands }) => commands)).toEqual([
      'xl vcpu-pin 0 all 0',
      'xl vcpu-pin 2 all 1',
    ])
    expect(plan.reasons.map(({ code, values }) => [code, values])).toEqual([
      ['domain-0-pinned', { affinity: ['0'] }],
      ['vcpus-share-pcpus', { name: 'vm2', vCpus: 2, pCpus: 1 }],
    ])
  })

  it('warns that a weight counts only among neighbours, pinned before or by the plan', async () => {
    const host = fourPCpus()
    const wanted = ['vm1', 'vm2', 'vm3'].map((name) => ({ uuid: uuidOf(host, name), weight: 128 }))
    const plan = await planFor(host, { vm1: [0] }, { wanted })
    const said = plan.reasons.filter(({ code }) => code === 'vcpus-pinned')
    expect(said.map(({ uuid, effect }) => [uuid, effect])).toEqual([
      [uuidOf(host, 'vm1'), 'warns'],
      [uuidOf(host, 'vm2'), 'warns'],
    ])
    expect(said[0]!.values).toEqual({ name: 'vm1' })
    domainNamed(host, 'vm2').affinity = { 0: '1', 1: 'all' }
    const partly = await planFor(host, {}, { wanted: [wanted[1]!] })
    expect(codes(partly)).toEqual(['vcpus-pinned'])
    const freed = await planFor(host, { vm2: 'all' }, { wanted: [wanted[1]!] })
    expect(codes(freed)).toEqual([])
  })

  it('warns of more vCPUs than pCPUs in the domain’s own cpupool', async () => {
    const host = sampleHost('credit', 4)
    host.cpupools.push({ ...host.cpupools[0]!, name: 'Pool-vm', pCpus: [2, 3] })
    host.cpupools[0]!.pCpus = [0, 1]
    Object.assign(domainNamed(host, 'vm3'), { cpupool: 'Pool-vm', vCpus: 3 })
    const plan = await planFor(host, { vm3: [2, 3] })
    expect(plan.reasons).toMatchObject([
      { code: 'vcpus-share-pcpus', values: { name: 'vm3', vCpus: 3, pCpus: 2 } },
    ])
    domainNamed(host, 'vm3').vCpus = 2
    const alone = await planFor(host, { vm3: [3] })
    expect(alone.reasons).toMatchObject([
      { code: 'vcpus-share-pcpus', values: { name: 'vm3', vCpus: 2, pCpus: 1 } },
    ])
  })

  it('blocks a domain that is gone, that is dying, or that is listed twice', async () => {
    const host = fourPCpus()
    const inventory = await readHost(localShell(host))
    const pinned = (pins: PlanInput['pins']) =>
      makePlan({ inventory, wanted: [], pins, username: 'root' }).reasons
    expect(pinned([{ uuid: 'gone', pCpus: [0] }])).toMatchObject([
      { code: 'domain-missing', values: { uuid: 'gone' } },
    ])
    const vm1 = uuidOf(host, 'vm1')
    expect(
      pinned([
        { uuid: vm1, pCpus: [0] },
        { uuid: vm1, pCpus: [1] },
      ]),
    ).toMatchObject([{ code: 'domain-listed-twice' }])
    inventory.domains.find(({ uuid }) => uuid === vm1)!.state = '---s-d'
    expect(pinned([{ uuid: vm1, pCpus: [0] }])).toMatchObject([
      { code: 'domain-dying', values: { name: 'vm1' } },
    ])
  })

  it('releases Domain-0 from its pCPUs without a warning', async () => {
    const host = fourPCpus()
    domainNamed(host, 'Domain-0').affinity = { 0: '0' }
    const plan = await planFor(host, { 'Domain-0': 'all' })
    expect([plan.canApply, codes(plan)]).toEqual([true, []])
  })

  it.each([
    ['a pCPU that is not there', [0, 4], 'pcpu-unknown', { name: 'vm1', last: 3 }],
    ['a pCPU below the first', [-1], 'pcpu-unknown', { name: 'vm1', last: 3 }],
    ['none', [], 'pcpu-unknown', { name: 'vm1', last: 3 }],
    ['half a pCPU', [0.5], 'pcpu-unknown', { name: 'vm1', last: 3 }],
    ['what it has', 'all', 'no-change', {}],
  ] as const)('is refused for %s', async (_, pCpus, code, values) => {
    const plan = await planFor(fourPCpus(), { vm1: pCpus === 'all' ? pCpus : [...pCpus] })
    expect(plan).toMatchObject({ canApply: false, reasons: [{ code, values }] })
    expect(plan.changes).toEqual([])
  })

  it('is refused where the domain’s cpupool lacks a pCPU', async () => {
    const host = sampleHost('credit', 4)
    const [pool] = host.cpupools
    pool!.pCpus = [0, 1]
    host.cpupools.push({ ...pool!, name: 'Pool-vm', pCpus: [2, 3] })
    const plan = await planFor(host, { vm1: [1, 2] })
    expect(codes(plan)).toEqual(['pcpu-not-in-cpupool'])
    expect(plan.reasons[0]!.values).toEqual({ name: 'vm1', cpupool: 'Pool-0', pCpus: [2] })
  })

  it('notices an affinity that someone else has set, on any domain', async () => {
    const host = fourPCpus()
    const plan = await planFor(host, { vm1: [0] })
    happenings.setAffinity(host, 'vm2', '3')
    const drift = findDrift(plan, await readHost(localShell(host)))
    expect(drift).toEqual([
      {
        kind: 'affinity-changed',
        uuid: uuidOf(host, 'vm2'),
        name: 'vm2',
        expected: '1 (vCPU 0), 2-3 (vCPU 1)',
        found: '3',
      },
    ])
  })
})
