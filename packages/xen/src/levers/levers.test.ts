import { describe, expect, it } from 'vitest'
import { plannedLine } from '../plan/change-of.ts'
import { readHost } from '../read-host.ts'
import { type DoubleHost, domainNamed, sampleHost } from '../testing/double-state.ts'
import { localShell } from '../testing/local-shell.ts'
import { carryOut } from '../weight-store.ts'
import { sameValue } from './lever.ts'
import type { Membership } from './membership/membership.ts'
import { LEVERS, type LeverKind, type LeverValues } from './registry.ts'
import { targetOn } from './target.ts'

const SEVENTY = { periodUs: 100_000, budgetUs: 70_000, extraTime: false }
const KEPT = { weight: 512, cap: 150, affinity: ['1', '1-3'] }
const IN_POOL_0 = { cpupool: 'Pool-0', kept: KEPT }
const IN_NEW_POOL = { cpupool: 'steelyard-rt' }

/** Two values of each lever, with the commands from one to the other. */
type Cases = {
  [K in LeverKind]: [
    from: LeverValues[K],
    to: LeverValues[K],
    lines: string[],
    scheduler?: string,
  ][]
}

const CASES: Cases = {
  weight: [
    [{ weight: 256, cap: 0 }, { weight: 512, cap: 0 }, ['xl sched-credit -d 1 -w 512']],
    [{ weight: 256, cap: 0 }, { weight: 256, cap: 9 }, ['xl sched-credit -d 1 -c 9']],
    [
      { weight: 256, cap: 9 },
      { weight: 1, cap: 0 },
      ['xl sched-credit2 -d 1 -w 1 -c 0'],
      'credit2',
    ],
  ],
  affinity: [
    [{ affinity: ['all'] }, { affinity: ['0-1'] }, ['xl vcpu-pin 1 all 0-1']],
    [
      { affinity: ['0-1'] },
      { affinity: ['0', '1-3'] },
      ['xl vcpu-pin 1 0 0', 'xl vcpu-pin 1 1 1-3'],
    ],
  ],
  'pool-pcpus': [
    [{ pCpus: '0-3' }, { pCpus: '0-1' }, ['xl cpupool-cpu-remove Pool-0 2-3']],
    [{ pCpus: '0-1' }, { pCpus: '0-3' }, ['xl cpupool-cpu-add Pool-0 2-3']],
    [
      { pCpus: '0-1' },
      { pCpus: '1-2' },
      ['xl cpupool-cpu-remove Pool-0 0', 'xl cpupool-cpu-add Pool-0 2'],
    ],
    [{ pCpus: '' }, { pCpus: '0' }, ['xl cpupool-cpu-add Pool-0 0']],
  ],
  cpupool: [
    [
      { pool: null },
      { pool: { scheduler: 'rtds', pCpus: '2-3' } },
      ['xl cpupool-create name="steelyard-rt" sched="rtds" cpus="2-3"'],
    ],
    [
      { pool: { scheduler: 'rtds', pCpus: '2-3' } },
      { pool: null },
      ['xl cpupool-destroy steelyard-rt'],
    ],
  ],
  membership: [
    [IN_POOL_0, IN_NEW_POOL, ['xl cpupool-migrate 1 steelyard-rt']],
    [
      IN_NEW_POOL,
      IN_POOL_0,
      [
        'xl cpupool-migrate 1 Pool-0',
        'xl sched-credit -d 1 -w 512 -c 150',
        'xl vcpu-pin 1 0 1',
        'xl vcpu-pin 1 1 1-3',
      ],
    ],
    // Defaults need no command.
    [
      IN_NEW_POOL,
      { cpupool: 'Pool-0', kept: { weight: 256, cap: 0, affinity: ['all'] } },
      ['xl cpupool-migrate 1 Pool-0'],
    ],
    [
      IN_NEW_POOL,
      { cpupool: 'Pool-0', kept: { weight: 256, cap: 10, affinity: ['all'] } },
      ['xl cpupool-migrate 1 Pool-0', 'xl sched-credit -d 1 -c 10'],
    ],
    // The domain is already back, with some of its values.
    [
      { cpupool: 'Pool-0', kept: { ...KEPT, weight: 256 } },
      IN_POOL_0,
      ['xl sched-credit -d 1 -w 512'],
    ],
    [
      { cpupool: 'Pool-0', kept: { ...KEPT, affinity: ['all'] } },
      IN_POOL_0,
      ['xl vcpu-pin 1 0 1', 'xl vcpu-pin 1 1 1-3'],
    ],
    [
      { cpupool: 'Pool-0' },
      { cpupool: 'Pool-0', kept: { weight: 300, cap: 0, affinity: ['all'] } },
      ['xl sched-credit -d 1 -w 300'],
    ],
    [
      { cpupool: 'Pool-0', kept: { weight: null, cap: null, affinity: ['all'] } },
      { cpupool: 'Pool-0', kept: { weight: 300, cap: 1, affinity: ['all'] } },
      ['xl sched-credit -d 1 -w 300 -c 1'],
    ],
    // A scheduler without weights needs no commands for them.
    [
      IN_NEW_POOL,
      { cpupool: 'Pool-0', kept: { weight: null, cap: null, affinity: ['1'] } },
      ['xl cpupool-migrate 1 Pool-0', 'xl vcpu-pin 1 all 1'],
      'rtds',
    ],
    [
      IN_NEW_POOL,
      { cpupool: 'Pool-0', kept: { weight: null, cap: null, affinity: ['all'] } },
      ['xl cpupool-migrate 1 Pool-0'],
    ],
    [
      IN_NEW_POOL,
      { cpupool: 'Pool-0', kept: { ...KEPT, affinity: ['1'] } },
      ['xl cpupool-migrate 1 Pool-0', 'xl vcpu-pin 1 all 1'],
      'rtds',
    ],
    [IN_NEW_POOL, IN_NEW_POOL, []],
  ],
  reservation: [
    [
      { reservation: null },
      { reservation: SEVENTY },
      ['xl sched-rtds -d 1 -v all -p 100000 -b 70000 -e 0'],
    ],
    [{ reservation: SEVENTY }, { reservation: null }, []],
  ],
  'stored-weight': [
    [
      { stored: { weight: null, cap: null } },
      { stored: { weight: '512', cap: null } },
      ['xe vm-param-set uuid=u1 VCPUs-params:weight=512'],
    ],
    [
      { stored: { weight: '256', cap: '0' } },
      { stored: { weight: '512', cap: '50' } },
      ['xe vm-param-set uuid=u1 VCPUs-params:weight=512 VCPUs-params:cap=50'],
    ],
    [
      { stored: { weight: '512', cap: '50' } },
      { stored: { weight: "it's $(nonsense)", cap: null } },
      [
        `xe vm-param-set uuid=u1 VCPUs-params:weight='it'\\''s $(nonsense)' && xe vm-param-remove uuid=u1 param-name=VCPUs-params param-key=cap`,
      ],
    ],
  ],
}

const rows = Object.entries(CASES).flatMap(([lever, cases]) =>
  cases.map(([from, to, lines, scheduler = 'credit']) => ({ lever, from, to, lines, scheduler })),
)

it.each(rows)(
  'gives the commands of $lever from $from to $to',
  ({ lever, from, to, lines, scheduler }) => {
    const target = { domainId: 1, scheduler, uuid: 'u1' }
    const commands = LEVERS[lever as LeverKind].commands as (...of: unknown[]) => never[]
    expect(commands(from, to, target).map((command) => plannedLine(command, 'root'))).toEqual(lines)
  },
)

it('does not set a weight under a scheduler without weights', () => {
  const [from, to] = [
    { weight: 1, cap: 0 },
    { weight: 2, cap: 0 },
  ]
  const target = { domainId: 1, scheduler: 'rtds' }
  expect(() => LEVERS.weight.commands(from, to, target)).toThrow(
    expect.objectContaining({ code: 'invalid-argument' }),
  )
})

describe('a written value reads back, from the domain alone and from the whole host', () => {
  const fourPCpus = () => {
    const host = sampleHost('credit', 4)
    domainNamed(host, 'vm1').vCpus = 2
    return host
  }
  const withPool = (scheduler: string) => {
    const host = fourPCpus()
    host.cpupools[0]!.pCpus = [0, 1]
    host.cpupools.push({ ...host.cpupools[0]!, name: 'steelyard-rt', pCpus: [2, 3], scheduler })
    return host
  }
  const inPool = (scheduler: string) => {
    const host = withPool(scheduler)
    domainNamed(host, 'vm1').cpupool = 'steelyard-rt'
    return host
  }
  const giving = () => {
    const host = fourPCpus()
    host.cpupools[0]!.pCpus = [0, 1]
    host.freePCpus = [2, 3]
    return host
  }

  async function expectToHold<K extends LeverKind>(kind: K, host: DoubleHost, to: LeverValues[K]) {
    const shell = localShell(host)
    const lever = LEVERS[kind]
    const inventory = await readHost(shell)
    const vm1 = inventory.domains.find(({ name }) => name === 'vm1')!
    const target = targetOn(kind, to, vm1, inventory)
    const from = lever.now(inventory, vm1.uuid)!
    expect(sameValue(from, to)).toBe(false)
    for (const command of lever.commands(from, to, target)) await carryOut(shell, command)
    expect(sameValue<LeverValues[K]>(await lever.read(shell, target), to)).toBe(true)
    const now = lever.now(await readHost(shell), vm1.uuid)!
    expect(sameValue(now, to)).toBe(true)
  }

  it('for weight and cap', () => expectToHold('weight', fourPCpus(), { weight: 512, cap: 150 }))
  it('for an affinity', () => expectToHold('affinity', fourPCpus(), { affinity: ['0', '1-3'] }))
  it('for the pCPUs of Pool-0', () => expectToHold('pool-pcpus', fourPCpus(), { pCpus: '0-1' }))
  it('for the pCPUs of Pool-0, when they come back', () =>
    expectToHold('pool-pcpus', giving(), { pCpus: '0-3' }))
  it('for a cpupool', () =>
    expectToHold('cpupool', giving(), { pool: { scheduler: 'rtds', pCpus: '2-3' } }))
  it('for a cpupool, when it is destroyed', () =>
    expectToHold('cpupool', withPool('rtds'), { pool: null }))
  it('for a move into a cpupool', () => expectToHold('membership', withPool('rtds'), IN_NEW_POOL))
  it('for a move back out of a cpupool', () =>
    expectToHold('membership', inPool('rtds'), {
      cpupool: 'Pool-0',
      kept: { ...KEPT, affinity: ['1', '0-1'] },
    }))
  it('for a reservation', () =>
    expectToHold('reservation', inPool('rtds'), { reservation: { ...SEVENTY, extraTime: true } }))
})

it('has no value for a domain that is gone, except for levers of cpupools', async () => {
  const inventory = await readHost(localShell(sampleHost('credit', 2)))
  const now = Object.entries(LEVERS).map(([kind, lever]) => [kind, lever.now(inventory, 'gone')])
  expect(Object.fromEntries(now)).toEqual({
    weight: null,
    affinity: null,
    'stored-weight': null,
    'pool-pcpus': { pCpus: '0-1' },
    cpupool: { pool: null },
    membership: null,
    reservation: null,
  })
  const about = Object.entries(LEVERS).map(([kind, lever]) => [kind, lever.about])
  expect(Object.fromEntries(about)).toMatchObject({
    weight: 'domain',
    'pool-pcpus': 'cpupool',
    cpupool: 'cpupool',
  })
})

it('has no weight, and no pCPUs of Pool-0, on a host that has neither', async () => {
  const inventory = await readHost(localShell(sampleHost('rtds')))
  expect(LEVERS.weight.now(inventory, inventory.domains[1]!.uuid)).toBeNull()
  expect(LEVERS['pool-pcpus'].now({ ...inventory, cpupools: [] }, '')).toBeNull()
})

it('finds a domain that is gone in no cpupool', async () => {
  const target = { domainId: 99, scheduler: 'credit' }
  expect(await LEVERS.membership.read(localShell(sampleHost()), target)).toEqual({ cpupool: '' })
})

it('knows the scheduler of a cpupool only once it is there', async () => {
  const inventory = await readHost(localShell(sampleHost()))
  const target = (to: Membership) => targetOn('membership', to, inventory.domains[1]!, inventory)
  expect(target(IN_POOL_0)).toEqual({ domainId: 1, scheduler: 'credit' })
  expect(target(IN_NEW_POOL)).toEqual({ domainId: 1, scheduler: '' })
})

it('takes any value for a part that is left open', () => {
  const open: Partial<Membership> = { cpupool: 'Pool-0', kept: undefined }
  expect(sameValue<Partial<Membership>>(IN_POOL_0, open)).toBe(true)
  expect(sameValue<Partial<Membership>>(IN_POOL_0, { ...open, cpupool: 'Pool-vm' })).toBe(false)
})

it('lists affinities by vCPU, whatever the order of the answer', async () => {
  const inventory = await readHost(localShell(sampleHost()))
  const vm1 = inventory.domains.find(({ name }) => name === 'vm1')!
  const [placement] = vm1.vCpuPlacement
  vm1.vCpuPlacement = [2, 0, 1].map((vCpu) => ({
    ...placement!,
    vCpu,
    hardAffinity: String(vCpu),
  }))
  expect(LEVERS.affinity.now(inventory, vm1.uuid)).toEqual({ affinity: ['0', '1', '2'] })
  vm1.vCpuPlacement = []
  expect(LEVERS.affinity.now(inventory, vm1.uuid)).toBeNull()
})

it('asks only for the cpupool of a domain that has left Pool-0', async () => {
  const host = sampleHost('credit', 2)
  host.cpupools.push({ ...host.cpupools[0]!, name: 'steelyard-rt', pCpus: [] })
  domainNamed(host, 'vm1').cpupool = 'steelyard-rt'
  const target = { domainId: 1, scheduler: 'credit' }
  expect(await LEVERS.membership.read(localShell(host), target)).toEqual(IN_NEW_POOL)
})

it('leaves a domain in its cpupool together with the values that it keeps there', () => {
  const left = (value: Membership) => LEVERS.membership.left?.of(value)
  expect(left(IN_NEW_POOL)).toEqual({ cpupool: 'steelyard-rt' })
  expect(left(IN_POOL_0)).toEqual({ cpupool: 'Pool-0', ...KEPT })
  expect(left({ cpupool: 'Pool-0', kept: { weight: null, cap: null, affinity: ['1'] } })).toEqual({
    cpupool: 'Pool-0',
    affinity: ['1'],
  })
  expect(LEVERS.weight.left?.of({ weight: 1, cap: 2 })).toEqual({ weight: 1, cap: 2 })
  expect(LEVERS.affinity.left?.of({ affinity: ['1'] })).toEqual({ affinity: ['1'] })
})

/**
 * Expected words: the value, the same among steps and under a heading, and the steps that set and
 * restore it.
 */
type Said = { [K in LeverKind]: [LeverValues[K], string, string, string, string, string][] }

const SAID: Said = {
  weight: [
    [
      { weight: 512, cap: 0 },
      'weight 512, cap 0',
      'weight 512, no cap',
      'weight 512, no cap',
      'Set vm1 to weight 512, no cap.',
      'Put vm1 back to weight 512, no cap.',
    ],
    [
      { weight: 256, cap: 50 },
      'weight 256, cap 50',
      'weight 256, cap 50 %',
      'weight 256, cap 50 %',
      'Set vm1 to weight 256, cap 50 %.',
      'Put vm1 back to weight 256, cap 50 %.',
    ],
  ],
  affinity: [
    [
      { affinity: ['0', '1-3'] },
      'pCPUs 0 (vCPU 0), 1-3 (vCPU 1)',
      'pCPUs 0 (vCPU 0), 1-3 (vCPU 1)',
      '0 (vCPU 0), 1-3 (vCPU 1)',
      'Set vm1 to pCPUs 0 (vCPU 0), 1-3 (vCPU 1).',
      'Put vm1 back to pCPUs 0 (vCPU 0), 1-3 (vCPU 1).',
    ],
  ],
  'pool-pcpus': [
    [
      { pCpus: '0-1' },
      'pCPUs 0-1',
      'pCPUs 0-1',
      '0-1',
      'Set vm1 to pCPUs 0-1.',
      'Put vm1 back to pCPUs 0-1.',
    ],
    [
      { pCpus: '' },
      'pCPUs none',
      'pCPUs none',
      'none',
      'Set vm1 to pCPUs none.',
      'Put vm1 back to pCPUs none.',
    ],
  ],
  cpupool: [
    [
      { pool: { scheduler: 'rtds', pCpus: '2-3' } },
      'cpupool steelyard-rt (rtds, pCPUs 2-3)',
      'cpupool steelyard-rt (rtds, pCPUs 2-3)',
      'cpupool steelyard-rt (rtds, pCPUs 2-3)',
      'Make cpupool steelyard-rt (rtds, pCPUs 2-3).',
      'Make cpupool steelyard-rt (rtds, pCPUs 2-3).',
    ],
    [
      { pool: null },
      'no cpupool steelyard-rt',
      'no cpupool steelyard-rt',
      'no cpupool steelyard-rt',
      'Destroy cpupool vm1.',
      'Destroy cpupool vm1.',
    ],
  ],
  membership: [
    [
      IN_NEW_POOL,
      'cpupool steelyard-rt',
      'cpupool steelyard-rt',
      'cpupool steelyard-rt',
      'Move vm1 to cpupool steelyard-rt.',
      'Move vm1 back to cpupool steelyard-rt.',
    ],
    [
      { cpupool: 'Pool-0', kept: { weight: 512, cap: 150, affinity: ['all'] } },
      'cpupool Pool-0, weight 512, cap 150, pCPUs all',
      'cpupool Pool-0, weight 512, cap 150, pCPUs all',
      'cpupool Pool-0, weight 512, cap 150, pCPUs all',
      'Move vm1 to cpupool Pool-0, weight 512, cap 150, pCPUs all.',
      'Move vm1 back to cpupool Pool-0, weight 512, cap 150, pCPUs all.',
    ],
    [
      { cpupool: 'Pool-0', kept: { weight: null, cap: null, affinity: ['1'] } },
      'cpupool Pool-0, pCPUs 1',
      'cpupool Pool-0, pCPUs 1',
      'cpupool Pool-0, pCPUs 1',
      'Move vm1 to cpupool Pool-0, pCPUs 1.',
      'Move vm1 back to cpupool Pool-0, pCPUs 1.',
    ],
  ],
  reservation: [
    [
      { reservation: SEVENTY },
      '70000 µs in every 100000 µs, no more',
      '70000 µs in every 100000 µs, no more',
      '70000 µs in every 100000 µs, no more',
      'Give each vCPU of vm1 70000 µs in every 100000 µs, no more.',
      'Give each vCPU of vm1 70000 µs in every 100000 µs, no more.',
    ],
    [
      { reservation: { ...SEVENTY, extraTime: true } },
      '70000 µs in every 100000 µs, and spare time',
      '70000 µs in every 100000 µs, and spare time',
      '70000 µs in every 100000 µs, and spare time',
      'Give each vCPU of vm1 70000 µs in every 100000 µs, and spare time.',
      'Give each vCPU of vm1 70000 µs in every 100000 µs, and spare time.',
    ],
    [
      { reservation: null },
      'no reservation',
      'no reservation',
      'no reservation',
      'Give each vCPU of vm1 no reservation.',
      'Give each vCPU of vm1 no reservation.',
    ],
  ],
  'stored-weight': [
    [
      { stored: { weight: '512', cap: '50' } },
      'stored weight 512, cap 50 %',
      'stored weight 512, cap 50 %',
      'weight 512, cap 50 %',
      'Store in XAPI for vm1: weight 512, cap 50 %.',
      'Store in XAPI for vm1 again: weight 512, cap 50 %.',
    ],
    [
      { stored: { weight: 'nonsense', cap: null } },
      'stored weight "nonsense", no cap',
      'stored weight "nonsense", no cap',
      'weight "nonsense", no cap',
      'Store in XAPI for vm1: weight "nonsense", no cap.',
      'Store in XAPI for vm1 again: weight "nonsense", no cap.',
    ],
  ],
}

it.each(
  Object.entries(SAID).flatMap(([kind, cases]) =>
    cases.map(([value, ...said]) => [kind as LeverKind, value, said] as const),
  ),
)('describes %s %j in words', (kind, value, said) => {
  const words = LEVERS[kind].words as (typeof LEVERS)['weight']['words']
  const to = value as LeverValues['weight']
  expect([
    words.value(to),
    words.inSteps(to),
    words.bare(to),
    words.setting('vm1', to),
    words.restoring('vm1', to),
  ]).toEqual(said)
})
