import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HostInventory } from '../host-inventory.ts'
import { readHost } from '../read-host.ts'
import { type DoubleHost, sampleHost } from '../testing/double-state.ts'
import { localShell } from '../testing/local-shell.ts'
import { findDrift } from './find-drift.ts'
import { makePlan, type PlanInput } from './make-plan.ts'
import type { Plan } from './plan.ts'
import { planHash } from './plan-hash.ts'

const [VM1, VM2, VM3] = sampleHost()
  .domains.slice(1)
  .map((domain) => domain.uuid) as [string, string, string]
const DOMAIN_0 = '00000000-0000-0000-0000-000000000000'

const inventoryOf = (host: DoubleHost): Promise<HostInventory> => readHost(localShell(host))

async function planFor(
  wanted: PlanInput['wanted'],
  more: Partial<PlanInput> = {},
  host = sampleHost(),
): Promise<Plan> {
  return makePlan({ inventory: await inventoryOf(host), wanted, username: 'root', ...more })
}

const blocking = (plan: Plan) =>
  plan.reasons.filter((reason) => reason.effect === 'blocks').map((reason) => reason.code)

describe('makePlan', () => {
  it('gives the diff, the shares and the exact commands, lowered weights first', async () => {
    const plan = await planFor([
      { uuid: VM1, weight: 512, cap: 50 },
      { uuid: VM2, weight: 256 },
      { uuid: VM3, weight: 128 },
    ])
    expect(plan.canApply).toBe(true)
    expect(plan.changes.flatMap((change) => change.commands)).toEqual([
      'xl sched-credit -d 3 -w 128',
      'xl sched-credit -d 1 -w 512 -c 50',
    ])
    const share = plan.shares.find((row) => row.uuid === VM1)!
    expect(share).toMatchObject({ weightBefore: 256, weightAfter: 512, shareBefore: 0.25 })
    expect(share.shareAfter).toBeCloseTo(512 / 1152, 12)
    expect(plan.reasons).toEqual([
      {
        code: 'domain-0-share-falls',
        effect: 'warns',
        uuid: DOMAIN_0,
        values: { from: 0.25, to: expect.closeTo(256 / 1152, 12) },
      },
    ])
  })

  it('warns more loudly where Domain-0 is left less than it needs, and does not block', async () => {
    const domain0 = { needs: 0.1, use: 0.05 }
    const loud = await planFor([{ uuid: VM1, weight: 2560 }], { domain0 })
    expect(loud.canApply).toBe(true)
    expect(loud.reasons).toMatchObject([
      {
        code: 'domain-0-starved',
        effect: 'endangers',
        uuid: DOMAIN_0,
        values: { from: 0.25, ...domain0 },
      },
    ])
    const enough = await planFor([{ uuid: VM1, weight: 512 }], { domain0 })
    expect(enough.reasons).toMatchObject([{ code: 'domain-0-share-falls', effect: 'warns' }])
  })

  it('uses the command of each domain’s own scheduler, through sudo', async () => {
    const host = sampleHost('credit')
    host.cpupools.push({ ...host.cpupools[0]!, name: 'Pool-vm', pCpus: [1], scheduler: 'credit2' })
    host.domains[1]!.cpupool = 'Pool-vm'
    const wanted = [
      { uuid: VM1, weight: 512 },
      { uuid: VM2, weight: 300 },
    ]
    const plan = await planFor(wanted, { username: 'steelyard' }, host)
    expect(plan.changes.flatMap((change) => change.commands)).toEqual([
      'sudo -n xl sched-credit -d 2 -w 300',
      'sudo -n xl sched-credit2 -d 1 -w 512',
    ])
    // Alone in its pool, vm1 has all of it whatever its weight.
    expect(plan.shares.map(({ shareBefore }) => shareBefore)).toEqual([1 / 3, 1, 1 / 3, 1 / 3])
    expect(plan.shares.find((row) => row.uuid === VM1)?.shareAfter).toBe(1)
    expect(plan.domains.map((domain) => domain.scheduler)).toEqual([
      'credit',
      'credit2',
      'credit',
      'credit',
    ])
  })

  it.each([
    ['no change', { weight: 256 }, 'no-change', {}],
    ['Domain-0', { uuid: DOMAIN_0, weight: 512 }, 'domain-0-never-changed', {}],
    ['weight 0', { weight: 0 }, 'weight-out-of-range', { name: 'vm1', most: 65535 }],
    ['weight 65536', { weight: 65536 }, 'weight-out-of-range', { name: 'vm1', most: 65535 }],
    ['a fraction', { weight: 256.5 }, 'weight-out-of-range', { name: 'vm1', most: 65535 }],
    ['cap 101 of one vCPU', { cap: 101 }, 'cap-out-of-range', { name: 'vm1', vCpus: 1 }],
    ['cap -1, which xl would ignore', { cap: -1 }, 'cap-out-of-range', { name: 'vm1', vCpus: 1 }],
    ['a domain that is gone', { uuid: 'gone' }, 'domain-missing', { uuid: 'gone' }],
  ])('blocks %s', async (_, wanted, code, values) => {
    const plan = await planFor([{ uuid: VM1, ...wanted }])
    expect(plan.canApply).toBe(false)
    expect(plan.reasons).toMatchObject([{ code, effect: 'blocks', values }])
    expect(plan.changes).toEqual([])
  })

  it('blocks the whole plan when one of its domains is refused or listed twice', async () => {
    const mixed = await planFor([
      { uuid: VM1, weight: 512 },
      { uuid: VM2, weight: 0 },
    ])
    expect(mixed.changes).toEqual([])
    const twice = [
      { uuid: VM1, weight: 512 },
      { uuid: VM1, weight: 300 },
    ]
    expect((await planFor(twice)).reasons).toMatchObject([
      { code: 'domain-listed-twice', effect: 'blocks', uuid: VM1, values: { uuid: VM1 } },
      { code: 'domain-0-share-falls' },
    ])
  })

  it('blocks schedulers without weights, and dying domains', async () => {
    const rtds = await planFor([{ uuid: VM1, weight: 512 }], {}, sampleHost('rtds'))
    expect(rtds.reasons).toMatchObject([
      { code: 'scheduler-unsupported', values: { name: 'vm1', scheduler: 'rtds' } },
    ])
    expect(rtds.shares).toEqual([])
    const dying = sampleHost()
    dying.domains[1]!.state = '---s-d'
    expect((await planFor([{ uuid: VM1, weight: 512 }], {}, dying)).reasons).toMatchObject([
      { code: 'domain-dying', values: { name: 'vm1' } },
    ])
  })

  it('blocks a weight in a cpupool without weights, whatever Pool-0 has', async () => {
    const host = sampleHost('credit', 2)
    host.cpupools.push({ ...host.cpupools[0]!, name: 'Pool-rt', pCpus: [1], scheduler: 'rtds' })
    host.domains[1]!.cpupool = 'Pool-rt'
    const plan = await planFor([{ uuid: VM1, weight: 512 }], {}, host)
    expect(blocking(plan)).toEqual(['scheduler-unsupported'])
  })

  it('allows a cap of 100 % for each vCPU', async () => {
    const host = sampleHost('credit', 2)
    host.domains[1]!.vCpus = 2
    expect((await planFor([{ uuid: VM1, cap: 200 }], {}, host)).canApply).toBe(true)
    expect(blocking(await planFor([{ uuid: VM1, cap: 201 }], {}, host))).toEqual([
      'cap-out-of-range',
    ])
  })

  it('accepts Domain-0 where its weight stays', async () => {
    const plan = await planFor([
      { uuid: DOMAIN_0, weight: 256 },
      { uuid: VM1, weight: 512 },
    ])
    expect(plan.changes.map((change) => change.name)).toEqual(['vm1'])
  })

  it('accepts the limits of what is allowed, and a change of the cap alone', async () => {
    const plan = await planFor([
      { uuid: VM1, weight: 1 },
      { uuid: VM2, weight: 65535, cap: 100 },
      { uuid: VM3, cap: 1 },
    ])
    expect(plan.canApply).toBe(true)
    expect(plan.changes.flatMap(({ commands }) => commands)).toEqual([
      'xl sched-credit -d 1 -w 1',
      'xl sched-credit -d 3 -c 1',
      'xl sched-credit -d 2 -w 65535 -c 100',
    ])
  })

  it('blocks a cap of Domain-0 as it does a weight', async () => {
    expect(blocking(await planFor([{ uuid: DOMAIN_0, cap: 50 }]))).toEqual([
      'domain-0-never-changed',
    ])
  })

  it('warns only where Domain-0’s share falls', async () => {
    const raised = await planFor([{ uuid: VM1, weight: 128 }])
    expect([raised.canApply, raised.reasons]).toEqual([true, []])
    const swapped = sampleHost()
    swapped.domains[1]!.weight = 512
    const same = await planFor(
      [
        { uuid: VM1, weight: 256 },
        { uuid: VM2, weight: 512 },
      ],
      {},
      swapped,
    )
    expect([same.changes.length, same.reasons]).toEqual([2, []])
  })

  it('expires after a quarter of an hour, or at the requested time', async () => {
    const now = new Date('2026-01-01T00:00:00Z')
    const expiry = async (more: Partial<PlanInput>) =>
      (await planFor([{ uuid: VM1, weight: 512 }], { now, ...more })).expiresAt
    expect(await expiry({})).toBe('2026-01-01T00:15:00.000Z')
    expect(await expiry({ lifetimeSeconds: 60 })).toBe('2026-01-01T00:01:00.000Z')
  })

  it('has no warning about Domain-0 and weights that are as analysed', async () => {
    const analysed = [
      { uuid: VM1, name: 'called otherwise then', weight: 256 },
      { name: 'vm2', weight: 256 },
      { name: 'vm3', weight: 256 },
    ]
    const plan = await planFor([{ uuid: VM1, weight: 128 }], { analysed })
    expect([plan.drift, plan.reasons]).toEqual([[], []])
  })

  it('recognises a domain of an analysis by its UUID, whatever its name now', async () => {
    const analysed = [
      { uuid: 'another', name: 'vm1', weight: 256 },
      { uuid: VM2, name: 'vm2', weight: 256 },
      { uuid: VM3, name: 'vm3', weight: 256 },
    ]
    const plan = await planFor([{ uuid: VM2, weight: 128 }], { analysed })
    expect(plan.drift.map(({ kind, uuid }) => [kind, uuid])).toEqual([
      ['domain-missing', 'another'],
      ['domain-new', VM1],
    ])
    expect(plan.reasons).toEqual(
      plan.drift.map((drift) => ({
        code: 'drift-since-analysis',
        effect: 'warns',
        uuid: drift.uuid,
        values: { drift },
      })),
    )
  })

  it('reports drift since the analysis without blocking', async () => {
    const analysed = [
      { name: 'vm1', weight: 300 },
      { uuid: VM2, name: 'vm2', weight: 256 },
      { name: 'vm9', weight: 256 },
    ]
    const plan = await planFor([{ uuid: VM1, weight: 512 }], { analysed })
    expect(
      plan.drift.map(({ kind, name, expected, found }) => [kind, name, expected, found]),
    ).toEqual([
      ['weight-changed', 'vm1', '300', '256'],
      ['domain-missing', 'vm9', 'vm9', null],
      ['domain-new', 'vm3', null, 'vm3'],
    ])
    expect(plan.canApply).toBe(true)
  })

  it('never lets Domain-0 fall below the smaller of its shares before and after', async () => {
    const weight = fc.integer({ min: 1, max: 65535 })
    const guests = fc.array(fc.record({ before: weight, after: weight }), {
      minLength: 3,
      maxLength: 3,
    })
    await fc.assert(
      fc.asyncProperty(guests, async (values) => {
        const host = sampleHost()
        const wanted = values.map(({ before, after }, index) => {
          const domain = host.domains[index + 1]!
          domain.weight = before
          return { uuid: domain.uuid, weight: after }
        })
        const plan = await planFor(wanted, {}, host)
        const sum = () => host.domains.reduce((total, domain) => total + domain.weight, 0)
        const sums = [sum()]
        for (const change of plan.changes) {
          Object.assign(host.domains.find((domain) => domain.uuid === change.uuid)!, change.after)
          sums.push(sum())
        }
        expect(Math.max(...sums)).toBe(Math.max(sums[0]!, sums.at(-1)!))
      }),
      { numRuns: 50 },
    )
  })
})

describe('planHash', () => {
  it('survives storage with another key order, and notices any altered value', async () => {
    const plan = await planFor([{ uuid: VM1, weight: 512 }])
    const reversed = Object.fromEntries(Object.entries(plan).reverse()) as unknown as Plan
    expect(planHash(reversed)).toBe(plan.hash)
    const altered = structuredClone(plan)
    Object.assign(altered.changes[0]!.after, { weight: 513 })
    expect(planHash(altered)).not.toBe(plan.hash)
  })

  it('is the SHA-256 of the plan as JSON with sorted keys', async () => {
    const sorted = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(sorted)
      if (value === null || typeof value !== 'object') return value
      const object = value as Record<string, unknown>
      const keys = Object.keys(object).sort()
      return Object.fromEntries(keys.map((key) => [key, sorted(object[key])]))
    }
    const { hash, ...content } = await planFor([{ uuid: VM1, weight: 512 }])
    const json = JSON.stringify(sorted(content))
    expect(hash).toBe(createHash('sha256').update(json).digest('hex'))
  })
})

describe('findDrift', () => {
  it('notices another cpupool, and compares no affinities where the vCPUs are others', async () => {
    const host = sampleHost('credit', 4)
    host.cpupools.push({ ...host.cpupools[0]!, name: 'Pool-vm', pCpus: [3] })
    host.cpupools[0]!.pCpus = [0, 1, 2]
    const vm1 = host.domains[1]!
    Object.assign(vm1, { vCpus: 2, affinity: { 0: '1', 1: '2' } })
    const plan = await planFor([{ uuid: VM1, weight: 512 }], {}, host)
    Object.assign(vm1, { vCpus: 1, affinity: { 0: '1' } })
    host.domains[2]!.cpupool = 'Pool-vm'
    expect(findDrift(plan, await inventoryOf(host))).toEqual([
      { kind: 'vcpus-changed', uuid: VM1, name: 'vm1', expected: '2', found: '1' },
      { kind: 'cpupool-changed', uuid: VM2, name: 'vm2', expected: 'Pool-0', found: 'Pool-vm' },
    ])
  })

  const kinds = async (change: (host: DoubleHost) => void) => {
    const plan = await planFor([{ uuid: VM1, weight: 512 }])
    const host = sampleHost()
    change(host)
    return findDrift(plan, await inventoryOf(host)).map((drift) => drift.kind)
  }

  it.each([
    ['nothing', () => {}, []],
    [
      'time and state',
      (host: DoubleHost) =>
        Object.assign(host.domains[1]!, { cpuTimeSeconds: 99, state: 'r-----' }),
      [],
    ],
    [
      'a weight',
      (host: DoubleHost) => Object.assign(host.domains[3]!, { weight: 1 }),
      ['weight-changed'],
    ],
    ['a cap', (host: DoubleHost) => Object.assign(host.domains[0]!, { cap: 50 }), ['cap-changed']],
    [
      'an affinity',
      (host: DoubleHost) => Object.assign(host.domains[1]!, { affinity: { 0: '0-1' } }),
      ['affinity-changed'],
    ],
    [
      'a name',
      (host: DoubleHost) => Object.assign(host.domains[1]!, { name: 'x' }),
      ['domain-renamed'],
    ],
    [
      'a restart',
      (host: DoubleHost) => Object.assign(host.domains[1]!, { id: 7 }),
      ['domain-restarted'],
    ],
    [
      'vCPUs',
      (host: DoubleHost) => Object.assign(host.domains[1]!, { vCpus: 2 }),
      ['vcpus-changed'],
    ],
    [
      'another scheduler, which every domain of it has',
      (host: DoubleHost) => Object.assign(host.cpupools[0]!, { scheduler: 'credit2' }),
      ['scheduler-changed', 'scheduler-changed', 'scheduler-changed', 'scheduler-changed'],
    ],
    [
      'another UUID',
      (host: DoubleHost) => Object.assign(host.domains[1]!, { uuid: VM1.replace('b', 'c') }),
      ['domain-missing', 'domain-new'],
    ],
  ] as [string, (host: DoubleHost) => void, string[]][])(
    'notices %s',
    async (_, change, expected) => {
      expect(await kinds(change)).toEqual(expected)
    },
  )
})
