import { describe, expect, test } from 'vitest'
import type { TwinConfig } from '../config/twin-config.ts'
import { replicate } from '../engine/replicate.ts'
import { simulate } from '../engine/simulate.ts'
import { constant, credit, credit2, guest, hog, poisson } from '../hosts.fixture.ts'
import { idlePCpus, type LeverLabOptions, leverLab } from './lever-lab.ts'

const host: TwinConfig = {
  pCpus: 1,
  scheduler: credit,
  domain0: { name: 'Domain-0' },
  guests: [
    guest('slow', poisson(10), constant(0.03)),
    guest('calm', poisson(10), constant(0.005)),
    guest('busy', poisson(40), constant(0.01)),
  ],
}
const many = { ...host, pCpus: 3 }

const ids = (config: TwinConfig, options?: LeverLabOptions) =>
  leverLab(config, options).map(({ id }) => id)
const variant = (config: TwinConfig, id: string, options?: LeverLabOptions) =>
  leverLab(config, options).find((each) => each.id === id)!
const leavers = (options: LeverLabOptions, config = host) =>
  ids(config, options).flatMap((id) => id.match(/^without-(.*)/)?.[1] ?? [])

describe('leverLab', () => {
  test('changes one lever at a time and marks what stock Xen lacks', () => {
    const variants = leverLab(host, { recommendedWeights: { slow: 512, calm: 256 } })
    expect(variants.map(({ id, lever }) => `${lever}: ${id}`)).toEqual([
      'as-it-is: as-it-is',
      'weights: weights',
      'boost: loan-redemption',
      'time-slice: short-slice',
      'scheduler: credit2',
      'migration: without-busy',
      'migration: without-slow',
    ])
    expect(variants.filter(({ stockXen }) => !stockXen).map(({ lever }) => lever)).toEqual([
      'boost',
    ])
    expect(variants[0]!.config).toBe(host)
    expect(variants[1]!.config.guests.map(({ weight }) => weight)).toEqual([512, 256, undefined])
    expect(variants[1]!.meaning).toContain('slow 256 → 512.')
    expect(variants[3]!.config.scheduler).toMatchObject({
      tsliceSeconds: 0.005,
      ratelimitSeconds: 0.0001,
    })
    for (const { config } of variants) {
      expect(() => simulate(config, { seed: 1, horizonSeconds: 3 })).not.toThrow()
    }
  })

  test('leaves out variants that change nothing', () => {
    expect(ids(host, { recommendedWeights: { slow: 256 }, caps: { busy: 0 } })).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/weights|caps/)]),
    )
    const short = { ...host, scheduler: { ...credit, tsliceSeconds: 0.005 } }
    expect(ids(short)).not.toContain('short-slice')
    expect(ids({ ...host, scheduler: { name: 'rtds' } })).toEqual([
      'as-it-is',
      'without-busy',
      'without-slow',
    ])
    expect(ids({ ...host, scheduler: credit2 })).not.toContain('credit2')
    expect(ids({ ...host, guests: [host.guests[0]!] }).at(-1)).toBe('credit2')
  })

  test('keeps the boosts of a host that has others than Xen’s', () => {
    const boost = { policy: 'loan-redemption', creditLine: 500 } as const
    const lending = { ...host, scheduler: { ...credit, boost } }
    expect(ids(lending)).not.toContain('loan-redemption')
    expect(variant(lending, 'short-slice').config.scheduler).toMatchObject({ boost })
    const always = { ...host, scheduler: { ...credit, boost: { policy: 'always' as const } } }
    expect(variant(always, 'loan-redemption').config.scheduler).toMatchObject({
      boost: { policy: 'loan-redemption' },
    })
  })

  test('pins where there is more than one pCPU', () => {
    const pins = leverLab(many).filter(({ lever }) => lever === 'pinning')
    expect(pins.length).toBeGreaterThan(2)
    expect(leverLab(host).filter(({ lever }) => lever === 'pinning')).toEqual([])
  })

  test('sets and lifts caps without recorded changes undoing either', () => {
    const capped: TwinConfig = {
      ...host,
      guests: host.guests.map((each) => (each.name === 'slow' ? { ...each, cap: 40 } : each)),
      changes: [{ atSeconds: 1, domain: 'busy', weight: 300, cap: 70 }],
    }
    const set = variant(capped, 'caps', { caps: { busy: 50 } })
    expect(set.config.guests.map(({ cap }) => cap)).toEqual([40, undefined, 50])
    expect(set.config.changes).toEqual([{ atSeconds: 1, domain: 'busy', weight: 300 }])
    expect(variant(capped, 'no-caps').config.guests.map(({ cap }) => cap)).toEqual([0, 0, 0])
    expect(variant(capped, 'no-caps').meaning).toContain('caps of slow are')
  })
})

describe('the guests that leave', () => {
  test('are the busiest without a target and the busiest of the others; a violator stays', () => {
    expect(leavers({})).toEqual(['busy', 'slow'])
    expect(leavers({ withTarget: ['busy', 'slow'] })).toEqual(['calm', 'busy'])
    expect(leavers({ withTarget: ['slow', 'busy'], violating: ['slow'] })).toEqual(['calm', 'busy'])
    expect(leavers({ withTarget: ['slow', 'calm', 'busy'], violating: ['busy'] })).toEqual(['slow'])
  })

  test('include a violator only if no other guest can leave', () => {
    const all = ['slow', 'calm', 'busy']
    expect(leavers({ withTarget: all, violating: all })).toEqual(['busy'])
  })

  test('a guest that never stops computing counts as the busiest', () => {
    const guests = [...host.guests, hog('hog', 256)]
    expect(leavers({}, { ...host, guests })).toEqual(['hog', 'busy'])
  })

  test('the others receive exactly the same requests and answer them sooner', () => {
    const run = { seed: 1, replications: 2, horizonSeconds: 60 }
    const now = replicate(host, run).domains
    const then = replicate(variant(host, 'without-busy').config, run).domains
    for (const d of [1, 2]) {
      expect(then[d]!.requests!.arrived).toEqual(now[d]!.requests!.arrived)
      expect(then[d]!.requests!.responseTime.mean!.mean).toBeLessThan(
        now[d]!.requests!.responseTime.mean!.mean,
      )
    }
    expect(then[3]!.requests).toBeNull()
    expect(then[3]!.cpuShare.mean).toBe(0)
  })
})

test('computes idle pCPUs from the total demand', () => {
  expect(idlePCpus(many)).toBeCloseTo(3 - 0.3 - 0.05 - 0.4, 9)
  expect(idlePCpus({ ...host, guests: [hog('a', 1), hog('b', 1)] })).toBe(0)
})
