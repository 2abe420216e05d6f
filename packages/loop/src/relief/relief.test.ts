import { creditsDomain0Needs } from '@steelyard/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LEAST_SHARE } from '../change/bounds.ts'
import type { HostMinute, WeighedDomain, WeighedHost } from './host-minute.ts'
import { type ReliefInput, relieve } from './relief.ts'

const domainOf = (domain: string, wanted: Partial<WeighedDomain> = {}): WeighedDomain => ({
  domain,
  weight: 256,
  targetSeconds: null,
  softTargetSeconds: null,
  mostPCpus: 1,
  ...wanted,
})

const hostOf = (domains: WeighedDomain[], wanted: Partial<WeighedHost> = {}): WeighedHost => ({
  pCpus: 1,
  scheduler: 'credit',
  domain0Weight: 256,
  statistic: 'p95',
  domains,
  ...wanted,
})

/** As many minutes, all alike: rate per second, CPU per request and time of each domain. */
function minutesOf(
  each: Record<string, [number, number, number | null]>,
  count = 10,
  domain0CpuSeconds: number | null = 1,
): HostMinute[] {
  return Array.from({ length: count }, (_, index) => ({
    startEpochSeconds: 60 * index,
    domain0CpuSeconds,
    domains: Object.entries(each).map(([domain, [rate, cpu, valueSeconds]]) => ({
      domain,
      requests: Math.round(60 * rate),
      cpuSeconds: Math.round(60 * rate) * cpu,
      valueSeconds,
    })),
  }))
}

const three = hostOf([
  domainOf('vm1', { targetSeconds: 3 }),
  domainOf('vm2', { targetSeconds: 2.25 }),
  domainOf('vm3'),
])
const overloaded = minutesOf({ vm1: [4, 0.1, 5], vm2: [3, 0.075, 1], vm3: [2, 0.15, 6] })

const ask = (wanted: Partial<ReliefInput> = {}) =>
  relieve({
    host: three,
    minutes: overloaded,
    rule: { missedWindows: 2, ofWindows: 3 },
    bounds: { largestStep: 1, payers: null },
    factors: {},
    undoneKinds: [],
    secondsSinceChange: null,
    ...wanted,
  })

const reliefOf = (wanted: Partial<ReliefInput> = {}) => {
  const answered = ask(wanted)
  if (answered.answer !== 'change') throw new Error(answered.answer)
  return answered.relief
}

const after = (wanted: Partial<ReliefInput> = {}) =>
  Object.fromEntries(reliefOf(wanted).changes.map(({ domain, shareAfter }) => [domain, shareAfter]))

describe('where somebody can pay', () => {
  test('it pays at once down to its least share, and the ratios of the others become equal', () => {
    const relief = reliefOf()
    expect(relief).toMatchObject({ by: 'payers', missing: ['vm1'], worstBefore: 5 / 3 })
    expect(relief.payers).toContain('vm3')
    const { vm1, vm2, vm3 } = after()
    expect(vm3).toBeCloseTo(LEAST_SHARE, 12)
    expect(vm1! + vm2! + vm3!).toBeCloseTo(1, 12)
    // M/M/1 with the rate of the share beyond half of the load: ln 20 x / (s - rho / 2).
    const ratio = (share: number, rate: number, cpu: number, target: number) => {
      const load = (rate + Math.sqrt(rate / 300)) * cpu
      return (Math.log(20) * cpu) / (share - load / 2) / target
    }
    const [one, two] = [ratio(vm1!, 4, 0.1, 3), ratio(vm2!, 3, 0.075, 2.25)]
    expect(one).toBeCloseTo(two, 9)
    expect(relief.worstExpected).toBeCloseTo(one, 9)
  })

  test('the weights leave Domain-0 the credits that it needs, and no more', () => {
    const { weightsAfter } = reliefOf()
    const sum = Object.values(weightsAfter).reduce((total, each) => total + each, 0)
    const needs = creditsDomain0Needs(1 / 60, 1)
    expect(256 / (256 + sum)).toBeGreaterThanOrEqual(needs - 1e-4)
    expect(256 / (256 + sum)).toBeLessThan(needs + 1e-3)
    const busy = overloaded.map((minute) => ({ ...minute, domain0CpuSeconds: 12 }))
    const fewer = Object.values(reliefOf({ minutes: busy }).weightsAfter)
    expect(256 / (256 + fewer.reduce((total, each) => total + each, 0))).toBeCloseTo(0.4, 2)
  })

  test('a soft target bounds what it gives, unless a hard one would be missed for it', () => {
    const soft = (softTargetSeconds: number) =>
      hostOf([...three.domains.slice(0, 2), domainOf('vm3', { softTargetSeconds })])
    const { vm3 } = after({ host: soft(12) })
    const load = (2 + Math.sqrt(2 / 300)) * 0.15
    expect((Math.log(20) * 0.15) / (vm3! - load / 2)).toBeCloseTo(12, 6)
    expect(vm3).toBeLessThan(1 / 3)
    // Where a hard target cannot be kept otherwise, the soft one gives way.
    const minutes = minutesOf({ vm1: [8, 0.1, 5], vm2: [4, 0.075, 4], vm3: [2, 0.15, 6] })
    expect(after({ host: soft(1), minutes }).vm3).toBeCloseTo(LEAST_SHARE, 12)
  })

  test('whoever still misses its target counts more, until it gets more', () => {
    const first = reliefOf()
    const host = {
      ...three,
      domains: three.domains.map((each) => ({ ...each, weight: first.weightsAfter[each.domain]! })),
    }
    const again = reliefOf({ host, factors: first.factors })
    expect(again.factors.vm1).toBeGreaterThan(1)
    const share = (relief: typeof first, name: string) =>
      relief.changes.find(({ domain }) => domain === name)!.shareAfter
    expect(share(again, 'vm1') - share(first, 'vm1')).toBeGreaterThanOrEqual(0.1 / 3)
    expect(share(again, 'vm3')).toBeCloseTo(LEAST_SHARE, 3)
  })

  test('where not all targets can be kept, nobody who has one gives', () => {
    // vm1 and vm2 ask for more than the host has; vm2 keeps its target, and vm3 can pay.
    const minutes = minutesOf({ vm1: [10, 0.1, 60], vm2: [9, 0.075, 2.2], vm3: [2, 0.15, 6] })
    const { vm1, vm2, vm3 } = after({ minutes })
    expect(vm3).toBeCloseTo(LEAST_SHARE, 12)
    expect(vm2).toBeCloseTo(1 / 3, 12)
    expect(vm1).toBeCloseTo(2 / 3 - LEAST_SHARE, 12)
  })

  test('where all is given and nobody is at ease, a move is needed', () => {
    const alone = hostOf([
      domainOf('vm1', { targetSeconds: 1, weight: 9800 }),
      domainOf('vm3', { weight: 200 }),
    ])
    const minutes = minutesOf({ vm1: [9, 0.1, 5], vm3: [2, 0.15, 6] })
    expect(ask({ host: alone, minutes })).toEqual({ answer: 'move-needed', domains: ['vm1'] })
  })

  test('the policy says who pays and how far', () => {
    const payers = [{ domain: 'vm3', leastShare: 0.2 }]
    const { vm2, vm3 } = after({ bounds: { largestStep: 1, payers } })
    expect(vm3).toBeCloseTo(0.2, 12)
    expect(vm2).toBeGreaterThanOrEqual(1 / 3 - 1e-12)
    const { vm1 } = after({ bounds: { largestStep: 0.1, payers: null } })
    expect(vm1).toBeLessThanOrEqual(1 / 3 + 0.1 + 1e-12)
  })
})

test('where nobody misses a target there is nothing to do, and a recovered minute counts', () => {
  expect(
    ask({ minutes: minutesOf({ vm1: [1, 0.1, 1], vm2: [1, 0.07, 1], vm3: [1, 0.1, 9] }) }),
  ).toEqual({ answer: 'calm' })
  const recovered = [...overloaded]
  recovered[9] = {
    ...recovered[9]!,
    domains: recovered[9]!.domains.map((each) => ({ ...each, valueSeconds: 1 })),
  }
  expect(ask({ minutes: recovered })).toEqual({ answer: 'calm' })
})

test('without CPU times of the domain that misses its target it is blind', () => {
  const minutes = overloaded.map((minute) => ({
    ...minute,
    domains: minute.domains.map((each) => ({ ...each, cpuSeconds: 0 })),
  }))
  expect(ask({ minutes })).toEqual({ answer: 'blind' })
})

test('a minute without requests is neither missed nor kept, and an idle guest misses nothing', () => {
  const silent = (minute: HostMinute): HostMinute => ({
    ...minute,
    domains: minute.domains.map((each) =>
      each.domain === 'vm1' ? { ...each, requests: 0, valueSeconds: null } : each,
    ),
  })
  const idle = (minute: HostMinute): HostMinute => ({
    ...silent(minute),
    domains: silent(minute).domains.map((each) =>
      each.domain === 'vm1' ? { ...each, cpuSeconds: 0 } : each,
    ),
  })
  const [before, newest] = [overloaded.slice(0, -1), overloaded.at(-1)!]
  expect(reliefOf({ minutes: [...before, silent(newest)] }).missing).toEqual(['vm1'])
  const gone = overloaded.slice(-3).map(idle)
  expect(ask({ minutes: [...overloaded.slice(0, -3), ...gone] }).answer).toBe('calm')
})

test('what was undone lately is not done again', () => {
  const kind = 'vm1+ vm2- vm3-'
  const answered = ask({ undoneKinds: [kind, 'vm1+ vm2+ vm3-'] })
  expect(answered.answer).toBe('undone-lately')
})

describe('where all have targets, the model decides', () => {
  const turns = (targets: [number, number, number]) =>
    hostOf([
      domainOf('vm1', { targetSeconds: targets[0] }),
      domainOf('vm2', { targetSeconds: targets[1] }),
      domainOf('vm3', { targetSeconds: targets[2] }),
    ])

  test('it takes from whoever has room, where that brings the worst within reach', () => {
    const minutes = minutesOf({ vm1: [4.4, 0.1, 5], vm2: [2, 0.075, 0.8], vm3: [1.4, 0.15, 3] })
    const relief = reliefOf({ host: turns([3, 2.25, 12]), minutes })
    expect(relief).toMatchObject({ by: 'model', missing: ['vm1'] })
    const vm1 = relief.changes[0]!
    expect(vm1.shareAfter).toBeGreaterThan(vm1.shareBefore)
    expect(ask({ host: turns([3, 2.25, 12]), minutes, secondsSinceChange: 600 })).toEqual({
      answer: 'model-waits',
      secondsLeft: 300,
    })
  })

  test('it leaves them alone where none can be helped, and says that a move is needed', () => {
    const minutes = minutesOf({ vm1: [3.5, 0.1, 5], vm2: [4.5, 0.075, 4], vm3: [2, 0.15, 9] })
    expect(ask({ host: turns([0.5, 0.4, 0.8]), minutes }).answer).toBe('move-needed')
  })
})

/** Hosts of all kinds under all kinds of load. */
const anyInput = fc
  .record({
    domains: fc.array(
      fc.record({
        weight: fc.integer({ min: 1, max: 2000 }),
        targetSeconds: fc.option(fc.double({ min: 0.1, max: 10, noNaN: true })),
        softTargetSeconds: fc.option(fc.double({ min: 0.1, max: 30, noNaN: true })),
        rate: fc.double({ min: 0, max: 20, noNaN: true }),
        cpu: fc.double({ min: 0.001, max: 0.3, noNaN: true }),
        value: fc.option(fc.double({ min: 0.01, max: 40, noNaN: true })),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    pCpus: fc.integer({ min: 1, max: 4 }),
    largestStep: fc.constantFrom(0.05, 0.2, 1),
    factors: fc.constantFrom<Record<string, number>>({}, { vm0: 4, vm1: 0.5 }),
    statistic: fc.constantFrom<WeighedHost['statistic']>('mean', 'p95', 'p99'),
  })
  .map(({ domains, pCpus, largestStep, factors, statistic }): ReliefInput => {
    const named = domains.map((each, index) => ({ ...each, name: `vm${index}` }))
    return {
      host: hostOf(
        named.map(({ name, weight, targetSeconds, softTargetSeconds }) =>
          domainOf(name, {
            weight,
            targetSeconds,
            softTargetSeconds: targetSeconds === null ? softTargetSeconds : null,
          }),
        ),
        { pCpus, statistic },
      ),
      minutes: minutesOf(
        Object.fromEntries(named.map(({ name, rate, cpu, value }) => [name, [rate, cpu, value]])),
      ),
      rule: { missedWindows: 2, ofWindows: 3 },
      bounds: { largestStep, payers: null },
      factors,
      undoneKinds: [],
      secondsSinceChange: null,
    }
  })

test('on any host shares stay within the bounds and add up, and a restart changes nothing', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const answered = relieve(input)
      expect(relieve(structuredClone(input))).toEqual(answered)
      if (answered.answer !== 'change') return
      const { changes, weightsAfter } = answered.relief
      expect(changes.reduce((sum, { shareAfter }) => sum + shareAfter, 0)).toBeCloseTo(1, 6)
      for (const { shareBefore, shareAfter, domain } of changes) {
        expect(shareAfter).toBeLessThanOrEqual(shareBefore + input.bounds.largestStep + 1e-9)
        expect(shareAfter).toBeGreaterThanOrEqual(
          Math.min(shareBefore, Math.max(LEAST_SHARE, shareBefore - input.bounds.largestStep)) -
            1e-9,
        )
        expect(weightsAfter[domain]).toBeGreaterThanOrEqual(1)
        expect(weightsAfter[domain]).toBeLessThanOrEqual(65_535)
      }
    }),
    { numRuns: 2000 },
  )
})
