import { describe, expect, it } from 'vitest'
import { readHost } from '../read-host.ts'
import { type DoubleHost, domainNamed, sampleHost } from '../testing/double-state.ts'
import { localShell } from '../testing/local-shell.ts'
import { parseRtds } from '../xl/parse-rtds.ts'
import { findDrift } from './find-drift.ts'
import { makePlan, type PlanInput } from './make-plan.ts'
import type { WantedPool } from './plan-pool.ts'

const SEVENTY = { periodUs: 100_000, budgetUs: 70_000, extraTime: false }

function wantedPool(
  host: DoubleHost,
  names: string[],
  change: Partial<WantedPool> = {},
): WantedPool {
  return {
    scheduler: 'rtds',
    pCpus: [2, 3],
    domains: names.map((name) => ({ uuid: domainNamed(host, name).uuid, reservation: SEVENTY })),
    ...change,
  }
}

async function planFor(host: DoubleHost, pool: WantedPool) {
  const inventory = await readHost(localShell(host))
  return makePlan({ inventory, wanted: [], pool, username: 'steelyard' })
}

describe('a plan that makes a cpupool', () => {
  it('lists the commands in an order in which each can be undone', async () => {
    const host = sampleHost('credit', 4)
    const plan = await planFor(host, wantedPool(host, ['vm1', 'vm2']))
    expect(plan.canApply).toBe(true)
    expect(plan.changes.flatMap(({ commands }) => commands)).toEqual([
      'sudo -n xl cpupool-cpu-remove Pool-0 2-3',
      'sudo -n xl cpupool-create name="steelyard-rt" sched="rtds" cpus="2-3"',
      'sudo -n xl cpupool-migrate 1 steelyard-rt',
      'sudo -n xl cpupool-migrate 2 steelyard-rt',
      'sudo -n xl sched-rtds -d 1 -v all -p 100000 -b 70000 -e 0',
      'sudo -n xl sched-rtds -d 2 -v all -p 100000 -b 70000 -e 0',
    ])
    expect(plan.changes.slice(0, 2)).toMatchObject([
      { uuid: 'Pool-0', name: 'Pool-0', before: { pCpus: '0-3' }, after: { pCpus: '0-1' } },
      { uuid: 'steelyard-rt', name: 'steelyard-rt', before: { pool: null } },
    ])
    expect(plan.changes[4]).toMatchObject({ name: 'vm1', before: { reservation: null } })
    expect(plan.reasons.map(({ code, values }) => [code, values])).toEqual([
      ['scheduler-may-be-missing', {}],
      ['values-reset-by-move', { domains: 2 }],
    ])
    const shares = Object.fromEntries(plan.shares.map(({ name, shareAfter }) => [name, shareAfter]))
    expect(shares).toEqual({ 'Domain-0': 0.5, vm1: null, vm2: null, vm3: 0.5 })
  })

  it('can use the credit scheduler, under which weights still count', async () => {
    const host = sampleHost('credit', 4)
    domainNamed(host, 'vm1').weight = 999
    const plan = await planFor(host, wantedPool(host, ['vm1', 'vm2'], { scheduler: 'credit' }))
    expect(plan.changes).toHaveLength(4)
    const vm1 = plan.shares.find(({ name }) => name === 'vm1')
    expect(vm1).toMatchObject({ weightBefore: 999, weightAfter: 256, shareAfter: 0.5 })
  })

  const pinTo = (name: string, affinity: string) => (host: DoubleHost) => {
    domainNamed(host, name).affinity = { 0: affinity }
  }
  const oneVCpuPinned = (host: DoubleHost) =>
    Object.assign(domainNamed(host, 'vm3'), { vCpus: 2, affinity: { 0: '0', 1: '3' } })
  const missing = (...pCpus: number[]) => ({ name: null, cpupool: 'Pool-0', pCpus })
  const twice = { uuid: domainNamed(sampleHost(), 'vm1').uuid }
  const exceeded = ['reservations-exceed-pcpus', { promised: 1.4, given: 1 }] as const
  it.each<[string, string[], Partial<WantedPool>, string, object, ((host: DoubleHost) => void)?]>([
    ['a pCPU that is not there', ['vm1'], { pCpus: [3, 4] }, 'pcpu-not-in-cpupool', missing(4)],
    ['no pCPU', ['vm1'], { pCpus: [] }, 'pcpu-not-in-cpupool', missing()],
    ['all pCPUs', ['vm1'], { pCpus: [0, 1, 2, 3] }, 'pool-0-left-empty', {}],
    ['Domain-0', ['Domain-0'], {}, 'domain-0-stays', {}],
    ['more than the pCPUs have', ['vm1', 'vm2'], { pCpus: [3] }, ...exceeded],
    ['a pCPU named twice', ['vm1', 'vm2'], { pCpus: [3, 3] }, ...exceeded],
    ['a domain twice', ['vm1', 'vm1'], {}, 'domain-listed-twice', twice],
    ['a neighbour pinned there', ['vm1'], {}, 'no-pcpu-left', { name: 'vm3' }, pinTo('vm3', '3')],
    ['a vCPU pinned there', ['vm1'], {}, 'no-pcpu-left', { name: 'vm3' }, oneVCpuPinned],
    ['a member pinned there', ['vm1'], {}, 'no-pcpu-left', { name: 'vm1' }, pinTo('vm1', '2-3')],
  ])('is refused with %s', async (_, names, change, code, values, prepare) => {
    const host = sampleHost('credit', 4)
    prepare?.(host)
    const plan = await planFor(host, wantedPool(host, names, change))
    expect(plan.canApply).toBe(false)
    const blocking = plan.reasons.filter(({ effect }) => effect === 'blocks')
    expect(blocking).toMatchObject([{ code, values }])
  })

  it('counts the vCPUs of the domains that it moves, not those of others', async () => {
    const blocking = async (names: string[], prepare: (host: DoubleHost) => void) => {
      const host = sampleHost('credit', 4)
      prepare(host)
      const { reasons } = await planFor(host, wantedPool(host, names, { pCpus: [3] }))
      return reasons.filter(({ effect }) => effect === 'blocks').map(({ values }) => values)
    }
    const two = (name: string) => (host: DoubleHost) => {
      domainNamed(host, name).vCpus = 2
    }
    expect(await blocking(['vm1'], two('vm1'))).toEqual([{ promised: 1.4, given: 1 }])
    expect(await blocking(['vm1'], two('Domain-0'))).toEqual([])
    expect(await blocking(['vm1'], two('vm2'))).toEqual([])
  })

  it('may reserve all of its pCPUs, but no more', async () => {
    const host = sampleHost('credit', 4)
    const blocking = async (budgetUs: number) => {
      const reservation = { ...SEVENTY, budgetUs }
      const domains = ['vm1', 'vm2'].map((name) => ({
        uuid: domainNamed(host, name).uuid,
        reservation,
      }))
      const { reasons } = await planFor(host, wantedPool(host, [], { pCpus: [3], domains }))
      return reasons.filter(({ effect }) => effect === 'blocks').map(({ code }) => code)
    }
    expect(await blocking(50_000)).toEqual([])
    expect(await blocking(50_001)).toEqual(['reservations-exceed-pcpus'])
  })

  it('reserves nothing under credit, even where a reservation is asked for', async () => {
    const host = sampleHost('credit', 4)
    const pool = wantedPool(host, ['vm1', 'vm2'], { scheduler: 'credit', pCpus: [3] })
    pool.domains.push({ uuid: domainNamed(host, 'vm3').uuid })
    const plan = await planFor(host, pool)
    expect(plan.canApply).toBe(true)
    expect(plan.changes.map(({ lever }) => lever)).not.toContain('reservation')
    expect(plan.reasons.map(({ code }) => code)).toEqual(['values-reset-by-move'])
  })

  it('accepts the shortest and the longest reservation that RTDS allows', async () => {
    const host = sampleHost('credit', 4)
    const isTaken = async (periodUs: number, budgetUs: number) => {
      const reservation = { periodUs, budgetUs, extraTime: true }
      const domains = [{ uuid: domainNamed(host, 'vm1').uuid, reservation }]
      return (await planFor(host, wantedPool(host, [], { domains }))).canApply
    }
    expect(await isTaken(10, 10)).toBe(true)
    expect(await isTaken(9_999_999, 9_999_999)).toBe(true)
    expect(await isTaken(9_999_999, 9)).toBe(false)
    expect(await isTaken(10.5, 10)).toBe(false)
  })

  it('is refused with a domain that is dying or missing', async () => {
    const host = sampleHost('credit', 4)
    domainNamed(host, 'vm1').state = '---s-d'
    const { reasons } = await planFor(host, wantedPool(host, ['vm1']))
    expect(reasons[0]).toMatchObject({
      code: 'domain-dying',
      uuid: domainNamed(host, 'vm1').uuid,
      values: { name: 'vm1' },
    })
    const gone = wantedPool(host, [], { domains: [{ uuid: 'gone', reservation: SEVENTY }] })
    expect((await planFor(host, gone)).reasons[0]).toMatchObject({
      code: 'domain-missing',
      uuid: 'gone',
      values: { uuid: 'gone' },
    })
  })

  it('allows a domain of another cpupool to be pinned to pCPUs that Pool-0 gives away', async () => {
    const host = sampleHost('credit', 4)
    host.cpupools.push({ ...host.cpupools[0]!, name: 'Pool-vm', pCpus: [3] })
    host.cpupools[0]!.pCpus = [0, 1, 2]
    Object.assign(domainNamed(host, 'vm3'), { cpupool: 'Pool-vm', affinity: { 0: '2-3' } })
    expect((await planFor(host, wantedPool(host, ['vm1'], { pCpus: [2] }))).canApply).toBe(true)
  })

  it.each([
    undefined,
    { ...SEVENTY, periodUs: 9 },
    { ...SEVENTY, budgetUs: 100_001 },
    { ...SEVENTY, budgetUs: 0.5 },
    { ...SEVENTY, periodUs: 10_000_000 },
  ])('is refused with %j as a reservation', async (reservation) => {
    const host = sampleHost('credit', 4)
    const domains = [{ uuid: domainNamed(host, 'vm1').uuid, reservation }]
    const plan = await planFor(host, wantedPool(host, [], { domains: domains as never }))
    expect(plan.reasons[0]).toMatchObject({
      code: 'reservation-out-of-range',
      values: { name: 'vm1', leastUs: 10 },
    })
  })

  it('is refused where such a cpupool exists already, or a domain is in another one', async () => {
    const host = sampleHost('credit', 4)
    const pool = { ...host.cpupools[0]!, name: 'Pool-vm', pCpus: [3] }
    host.cpupools[0]!.pCpus = [0, 1, 2]
    host.cpupools.push(pool)
    domainNamed(host, 'vm1').cpupool = 'Pool-vm'
    const wanted = wantedPool(host, ['vm1'], { pCpus: [2] })
    expect((await planFor(host, wanted)).reasons[0]).toMatchObject({
      code: 'domain-not-in-pool-0',
      values: { name: 'vm1', cpupool: 'Pool-vm' },
    })
    pool.name = 'steelyard-rt'
    domainNamed(host, 'vm1').cpupool = 'steelyard-rt'
    expect((await planFor(host, wanted)).reasons[0]).toMatchObject({
      code: 'cpupool-exists',
      values: { cpupool: 'steelyard-rt' },
    })
  })

  it('is refused together with other values, which the move would discard', async () => {
    const host = sampleHost('credit', 4)
    const inventory = await readHost(localShell(host))
    const { uuid } = domainNamed(host, 'vm1')
    const wanted = [{ uuid, weight: 512 }]
    const pins = [{ uuid, pCpus: [0] }]
    const pool = wantedPool(host, ['vm1'])
    const codeWith = (more: Partial<PlanInput>) =>
      makePlan({ inventory, wanted: [], pool, username: 'root', ...more }).reasons[0]?.code
    expect(codeWith({ wanted })).toBe('pool-not-alone')
    expect(codeWith({ pins })).toBe('pool-not-alone')
    expect(codeWith({ wanted, pins })).toBe('pool-not-alone')
  })

  it('notices that the cpupools have changed since', async () => {
    const host = sampleHost('credit', 4)
    const plan = await planFor(host, wantedPool(host, ['vm1']))
    host.cpupools[0]!.pCpus = [0, 1, 2]
    host.freePCpus = [3]
    const drift = findDrift(plan, await readHost(localShell(host)))
    expect(drift).toEqual([
      {
        kind: 'cpupools-changed',
        uuid: null,
        name: 'cpupools',
        expected: 'Pool-0 with 0-3',
        found: 'Pool-0 with 0-2',
      },
    ])
  })

  it('notices a cpupool that was added', async () => {
    const host = sampleHost('credit', 4)
    const inventory = await readHost(localShell(host))
    const plan = makePlan({ inventory, wanted: [], username: 'root' })
    host.cpupools[0]!.pCpus = [0, 1, 2]
    host.cpupools.push({ ...host.cpupools[0]!, name: 'Pool-vm', pCpus: [3] })
    expect(findDrift(plan, await readHost(localShell(host)))).toMatchObject([
      { expected: 'Pool-0 with 0-3', found: 'Pool-0 with 0-2, Pool-vm with 3' },
    ])
  })
})

describe('`xl sched-rtds -v all`', () => {
  it('is read by domain, and vCPUs with different reservations have none in common', () => {
    const text = `Cpupool steelyard-rt: sched=RTDS
Name                                ID VCPU    Period    Budget  Extratime
vm 1                                 1    0    100000     70000         no
vm 1                                 1    1    100000     70000         no
vm2                                 12    0     10000      4000        yes
vm2                                 12    1     10000      5000        yes
`
    expect([...parseRtds(text)]).toEqual([
      [1, SEVENTY],
      [12, null],
    ])
    expect(() => parseRtds('something else\n')).toThrow()
  })
})
