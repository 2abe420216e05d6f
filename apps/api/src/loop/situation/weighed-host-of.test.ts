import { expect, it } from 'vitest'
import { weighedHostOf } from './weighed-host-of.ts'

const domain = (name: string, more: object = {}) => ({
  name,
  xenId: 1,
  weight: 256,
  vCpus: 2,
  cap: 0,
  cpupool: 'Pool-0',
  goneAt: null,
  targetResponseTimeMs: null,
  targetIsSoft: false,
  ...more,
})
const pool = (more: object = {}) => ({ name: 'Pool-0', pCpus: 4, scheduler: 'credit', ...more })

const weighed = (guests: object[], { cpupools = [pool()], domain0 = {} } = {}) =>
  weighedHostOf({
    domains: [domain('Domain-0', { xenId: 0, ...domain0 }), ...guests],
    targetStatistic: 'p95',
    inventory: { cpupools, domains: [] },
  } as never)

it('has each guest that runs, with what is promised to it and what it can use', () => {
  const guests = [
    domain('vm1', { targetResponseTimeMs: 100 }),
    domain('vm2', { targetResponseTimeMs: 2000, targetIsSoft: true, cap: 50 }),
    domain('old', { goneAt: new Date() }),
    domain('never seen', { xenId: null, weight: null, cpupool: null }),
  ]
  expect(weighed(guests)).toEqual({
    pCpus: 4,
    scheduler: 'credit',
    domain0Weight: 256,
    statistic: 'p95',
    domains: [
      { domain: 'vm1', weight: 256, targetSeconds: 0.1, softTargetSeconds: null, mostPCpus: 2 },
      { domain: 'vm2', weight: 256, targetSeconds: null, softTargetSeconds: 2, mostPCpus: 0.5 },
    ],
  })
})

it.each([
  ['no guest runs', [], {}],
  ['a weight is not known', [domain('vm1', { weight: null })], {}],
  ['guests are in several cpupools', [domain('vm1'), domain('vm2', { cpupool: 'rt' })], {}],
  ['the scheduler has no weights', [domain('vm1')], { cpupools: [pool({ scheduler: 'rtds' })] }],
  ['the cpupool is not known', [domain('vm1')], { cpupools: [] }],
  ['the weight of Domain-0 is not known', [domain('vm1')], { domain0: { weight: null } }],
])('is unknown where %s', (_, guests, more) => {
  expect(weighed(guests, more)).toBeNull()
})
