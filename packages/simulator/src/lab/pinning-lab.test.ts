import { describe, expect, test } from 'vitest'
import { directPath } from '../config/request-path.ts'
import type { TwinConfig, TwinGuest } from '../config/twin-config.ts'
import { simulate } from '../engine/simulate.ts'
import { constant, credit, guest, hog, poisson } from '../hosts.fixture.ts'
import { advisePinning } from './advise-pinning.ts'
import { pinningLab } from './pinning-lab.ts'

function host(pCpus: number, guests: TwinGuest[], more: Partial<TwinConfig> = {}): TwinConfig {
  return { pCpus, scheduler: credit, domain0: { name: 'Domain-0' }, guests, ...more }
}

const web = (name: string, rate: number, seconds: number, more: Partial<TwinGuest> = {}) =>
  guest(name, poisson(rate), constant(seconds), { path: directPath(0.0001, 0.0001), ...more })

const short = (name: string) => web(name, 200, 0.001)
const long = (name: string) => web(name, 2, 0.1)
const quad = host(4, [short('a'), long('b'), short('c'), long('d'), web('e', 30, 0.02)])

const ids = (config: TwinConfig) => pinningLab(config).map(({ id }) => id)
const variant = (config: TwinConfig, id: string) =>
  pinningLab(config).find((each) => each.id === id)!
const pinsOf = ({ config }: { config: TwinConfig }) =>
  Object.fromEntries(config.guests.map(({ name, affinity }) => [name, affinity?.[0]]))

describe('pinningLab', () => {
  test('the host as it is comes first, and the others differ in affinity only', () => {
    const variants = pinningLab(quad)
    expect(variants[0]!.config).toBe(quad)
    expect(variants.length).toBeLessThanOrEqual(8)
    expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length)
    for (const { config, stockXen } of variants) {
      expect(stockXen).toBe(true)
      const bare = config.guests.map(({ affinity: _, ...rest }) => rest)
      expect(bare).toEqual(quad.guests)
      expect(config.scheduler).toBe(quad.scheduler)
    }
  })

  test('Domain-0 alone: no guest may use pCPU 0', () => {
    const { config } = variant(quad, 'domain0-alone')
    expect(config.domain0!.affinity).toEqual([[0]])
    expect(config.guests.map(({ affinity }) => affinity)).toEqual(
      quad.guests.map(() => [[1, 2, 3]]),
    )
  })

  test('short requests are grouped with short ones, long with long', () => {
    const two = host(2, [short('a'), long('b'), short('c'), long('d')])
    const pins = pinsOf(variant(two, 'least-interference'))
    expect(pins.a).toEqual(pins.c)
    expect(pins.b).toEqual(pins.d)
    expect(pins.a).not.toEqual(pins.b)
  })

  test('the split by load places less on pCPU 0 where Domain-0 is busy', () => {
    const four = ['a', 'b', 'c', 'd'].map((name) => web(name, 100, 0.002))
    const busy = host(2, four, {
      domain0: { name: 'Domain-0', background: { utilisation: 0.4 } },
    })
    const pins = pinsOf(variant(busy, 'domain0-shared'))
    expect(Object.values(pins).filter((cpus) => cpus![0] === 0)).toHaveLength(1)
  })

  test('the heaviest guest gets as many pCPUs as it has vCPUs', () => {
    const wide = host(4, [web('wide', 60, 0.02, { vCpus: 2 }), short('a'), short('b')])
    const { config } = variant(wide, 'heaviest-alone')
    expect(config.guests[0]!.affinity).toEqual([[2], [3]])
    expect(config.guests[1]!.affinity).toEqual([[0, 1]])
    expect(config.domain0!.affinity).toEqual([[0, 1]])
  })

  test('omits variants that leave too little CPU', () => {
    const full = host(2, [web('a', 90, 0.01), web('b', 45, 0.01)])
    expect(ids(full)).not.toContain('domain0-alone')
    expect(ids(full)).toContain('domain0-shared')
    expect(ids(host(2, [web('a', 110, 0.01), web('b', 45, 0.01)]))).toEqual(['as-it-is'])
  })

  test('a guest with more vCPUs than there are pCPUs may use them all', () => {
    const wide = host(2, [web('wide', 60, 0.01, { vCpus: 4 }), short('a')])
    expect(variant(wide, 'least-interference').config.guests[0]!.affinity).toEqual(
      Array.from({ length: 4 }, () => [0, 1]),
    )
  })

  test('existing pins can be lifted and are not offered again', () => {
    const pinned = variant(quad, 'domain0-alone').config
    expect(ids(pinned)).toContain('unpinned')
    expect(ids(pinned)).not.toContain('domain0-alone')
    expect(variant(pinned, 'unpinned').config).toEqual(quad)
  })

  test('offers no pinning on one pCPU or without guests', () => {
    expect(ids(host(1, [short('a')]))).toEqual(['as-it-is'])
    expect(ids({ pCpus: 2, scheduler: credit, guests: [] })).toEqual(['as-it-is'])
  })

  test('every variant can be simulated', () => {
    const odd = host(3, [hog('x', 256), short('a'), long('b'), web('w', 20, 0.01, { vCpus: 2 })])
    for (const { config } of pinningLab(odd)) {
      const { domains } = simulate(config, { seed: 1, horizonSeconds: 2 })
      expect(domains).toHaveLength(5)
    }
  })
})

describe('advisePinning', () => {
  const play = (config: TwinConfig) =>
    pinningLab(config).map(({ id, config: each }) => ({
      id,
      results: [1, 2, 3, 4].map((seed) =>
        simulate(each, { seed, horizonSeconds: 12, warmupSeconds: 1, drainSeconds: 5 }),
      ),
    }))

  test('advises spreading guests that are crowded on one pCPU', () => {
    const crowd = [short('a'), short('b'), short('c')].map((each) => ({ ...each, affinity: [[0]] }))
    const { id, effects } = advisePinning(play(host(2, crowd)))
    expect(id).not.toBe('as-it-is')
    const chosen = effects.find((effect) => effect.id === id)!
    expect(chosen).toMatchObject({ isReal: true, isOverloaded: false })
    expect(chosen.meanSeconds!.mean).toBeLessThan(0.8 * effects[0]!.meanSeconds!.mean)
    expect(effects[0]).toMatchObject({ id: 'as-it-is', changeSeconds: null, isReal: false })
  })

  test('advises no pinning without a gain over free migration', () => {
    expect(advisePinning(play(host(2, [short('a'), long('b'), short('c'), long('d')]))).id).toBe(
      'as-it-is',
    )
  })

  const runs = (id: string, meansMs: number[], answered = 100) => ({
    id,
    results: meansMs.map((mean, seed) => ({
      ...simulate(host(1, [short('a')]), { seed, horizonSeconds: 0.1 }),
      domains: [
        {
          requests: { arrived: 100, answered, responseTime: { mean: mean / 1000 } },
        } as never,
      ],
    })),
  })

  test('advises no pinning for a difference within the noise', () => {
    const { id, effects } = advisePinning([
      runs('as-it-is', [10, 12, 11]),
      runs('domain0-alone', [9, 13, 10.5]),
    ])
    expect(id).toBe('as-it-is')
    expect(effects[1]!.isReal).toBe(false)
  })

  test('accepts a significant paired difference although the two intervals overlap', () => {
    const { id, effects } = advisePinning([
      runs('as-it-is', [10, 20, 30]),
      runs('domain0-alone', [9, 18.9, 29.1]),
      runs('heaviest-alone', [11, 21, 31]),
    ])
    expect(id).toBe('domain0-alone')
    expect(effects[1]!.changeSeconds!.mean).toBeCloseTo(-0.001, 6)
    expect(effects[2]).toMatchObject({ isReal: true })
  })

  test('does not advise a variant with few answers, however fast', () => {
    const { id, effects } = advisePinning([
      runs('as-it-is', [10, 11, 12]),
      runs('heaviest-alone', [5, 5.9, 7.1], 90),
    ])
    expect(id).toBe('as-it-is')
    expect(effects[1]!.isOverloaded).toBe(true)
  })
})
