import type { TwinConfig } from '@steelyard/simulator'
import { expect, test } from 'vitest'
import { describeXenHost } from './describe-xen-host.ts'

const guests: TwinConfig['guests'] = [
  {
    name: 'vm1',
    weight: 512,
    cap: 40,
    vCpus: 2,
    load: {
      arrivals: { kind: 'poisson', ratePerSecond: 45 },
      serviceTime: { kind: 'gamma', meanSeconds: 0.006, squaredCoefficientOfVariation: 3 },
      discipline: 'fifo',
      path: [
        { on: 'domain-0', cpuSeconds: 0.0001, starts: true },
        { on: 'service' },
        { on: 'domain-0', cpuSeconds: 0.0004, aside: true },
        { on: 'guest', cpuSeconds: 0.0005, answers: true },
      ],
    },
  },
  { name: 'vm2', hogs: 1 },
]

const hostOf = (more: Partial<TwinConfig> = {}): TwinConfig => ({
  pCpus: 2,
  scheduler: { name: 'credit' },
  guests,
  ...more,
})

test('a host is described down to the legs of its requests', () => {
  const host = hostOf({
    scheduler: { name: 'credit', ratelimitSeconds: 0.001, tsliceSeconds: 0.03 },
    domain0: {
      name: 'Domain-0',
      tick: { periodSeconds: 0.004, cpuSeconds: 0.00001 },
      background: { utilisation: 0.02 },
    },
  })
  expect(describeXenHost(host, 1).split('\n')).toEqual([
    'pcpus 2',
    'scheduler credit',
    'ratelimit 0.001',
    'tslice 0.03',
    'domain Domain-0 driver',
    'weight 256',
    'cap 0',
    'vcpus 1',
    'hogs 0',
    'idle-ticks 0.004 0.00001 1',
    'background periodic 0.02 1',
    'domain vm1',
    'weight 512',
    'cap 40',
    'vcpus 2',
    'hogs 0',
    'arrivals poisson 45',
    'demand gamma 0.006 3',
    'discipline fifo',
    'workers 256',
    'leg domain-0 0.0001 starts',
    'leg service 0',
    'leg domain-0 0.0004 aside',
    'leg guest 0.0005 answers',
    'domain vm2',
    'weight 256',
    'cap 0',
    'vcpus 1',
    'hogs 1',
    '',
  ])
})

test('recorded arrivals are shifted together, and each within the resolution of its clock', () => {
  const seconds = [1, 2, 3]
  const timesAt = (seed: number) => {
    const arrivals = {
      kind: 'times',
      seconds,
      resolutionSeconds: 0.01,
      clockUncertaintySeconds: 0.5,
    } as const
    const recorded = [{ ...guests[0]!, load: { ...guests[0]!.load!, arrivals } }]
    const line = /^at (.*)$/m.exec(describeXenHost(hostOf({ guests: recorded }), seed))![1]!
    return line.split(' ').map(Number)
  }
  const shifts = timesAt(1).map((time, index) => time - seconds[index]!)
  expect(Math.max(...shifts) - Math.min(...shifts)).toBeLessThanOrEqual(0.01)
  expect(Math.abs(shifts[0]!)).toBeLessThanOrEqual(0.51)
  expect(timesAt(1)).toEqual(timesAt(1))
  expect(timesAt(2)).not.toEqual(timesAt(1))
})

test('features that the independent simulator lacks are refused', () => {
  const describe = (more: Partial<TwinConfig>) => () => describeXenHost(hostOf(more), 1)
  expect(describe({ scheduler: { name: 'rtds' } })).toThrow('RTDS')
  const changes = [{ atSeconds: 1, domain: 'vm1', weight: 512 }]
  expect(describe({ changes })).toThrow('weights')
  expect(describe({ guests: [{ ...guests[0]!, affinity: [[0]] }] })).toThrow('affinity')
})
