import { describe, expect, test } from 'vitest'
import type { TwinConfig } from '../config/twin-config.ts'
import { replicate } from '../engine/replicate.ts'
import { simulate } from '../engine/simulate.ts'
import { constant, credit2, guest, hog, poisson } from '../hosts.fixture.ts'
import { boostLab } from './boost-lab.ts'
import { paper1Host } from './paper1-host.ts'

const ids = (host: TwinConfig) => boostLab(host).map(({ id }) => id)
const configOf = (host: TwinConfig, id: string) =>
  boostLab(host).find((variant) => variant.id === id)!.config

describe("paper 1's host", () => {
  const variants = boostLab(paper1Host(), { creditLine: 500, repaymentShare: 0.5 })

  test('is simulated under the paper’s policies and under those of a released Xen', () => {
    const [inXen, not] = [true, false].map((stockXen) =>
      variants.filter((variant) => variant.stockXen === stockXen).map(({ id }) => id),
    )
    expect(not).toEqual(['loan-redemption', 'always'])
    expect(inXen).toEqual([
      'credit',
      'weight-x2',
      'weight-x4',
      'cap-hogs',
      'own-pcpu',
      'short-slice',
      'credit2',
    ])
  })

  test('keeps everything except what the variant changes', () => {
    expect(variants[0]!.config).toEqual(paper1Host())
    for (const { config } of variants) {
      expect(config.guests.map(({ load }) => load)).toEqual(
        paper1Host().guests.map(({ load }) => load),
      )
    }
    expect(variants[1]!.config.scheduler).toMatchObject({
      boost: { policy: 'loan-redemption', creditLine: 500, repaymentShare: 0.5 },
    })
    const caps = variants.find(({ id }) => id === 'cap-hogs')!.config.guests.map(({ cap }) => cap)
    expect(caps[0]).toBeUndefined()
    expect(new Set(caps.slice(1))).toEqual(new Set([9]))
  })

  test('every variant lets dom1 answer sooner than credit does, and credit2 keeps all shares equal', () => {
    const run = { seed: 1, replications: 2, horizonSeconds: 220, warmupSeconds: 20 }
    const played = new Map(variants.map(({ id, config }) => [id, replicate(config, run).domains]))
    const mean = (id: string) => played.get(id)![1]!.requests!.responseTime.mean!.mean
    for (const { id } of variants.slice(1)) expect.soft(mean(id)).toBeLessThan(0.8 * mean('credit'))
    for (const { cpuShare } of played.get('credit2')!.slice(1)) {
      expect(cpuShare.mean).toBeCloseTo(1 / 6, 2)
    }
  })
})

describe('a host with requests only', () => {
  const host: TwinConfig = {
    pCpus: 2,
    scheduler: { ...credit2, xenVersion: '4.17' },
    domain0: { name: 'Domain-0' },
    guests: [
      guest('light', poisson(20), constant(0.002)),
      guest('heavy', poisson(40), constant(0.01), { weight: 30_000 }),
    ],
    changes: [
      { atSeconds: 5, domain: 'heavy', weight: 40_000 },
      { atSeconds: 6, domain: 'light', weight: 300 },
    ],
  }

  test('favours the guest with the highest demand, omits caps, and keeps weights within bounds', () => {
    expect(ids(host)).toEqual([
      'credit',
      'loan-redemption',
      'always',
      'weight-x2',
      'own-pcpu',
      'short-slice',
      'credit2',
    ])
    expect(configOf(host, 'credit').scheduler).toEqual({ name: 'credit', xenVersion: '4.17' })
    const twice = configOf(host, 'weight-x2')
    expect(twice.guests.map(({ weight }) => weight)).toEqual([undefined, 60_000])
    expect(twice.changes!.map(({ weight }) => weight)).toEqual([65_535, 300])
    expect(configOf(host, 'own-pcpu').guests.map(({ affinity }) => affinity)).toEqual([
      [[0]],
      [[1]],
    ])
  })

  test('every variant can be simulated', () => {
    for (const { config } of boostLab(host)) {
      expect(() => simulate(config, { seed: 1, horizonSeconds: 8 })).not.toThrow()
    }
  })

  test('offers no dedicated pCPU on a host with one, nor where the others need all the rest', () => {
    expect(ids({ ...host, pCpus: 1 })).not.toContain('own-pcpu')
    const busy = guest('busy', poisson(80), constant(0.008))
    expect(ids({ ...host, guests: [...host.guests, busy] })).toContain('own-pcpu')
    const busier = guest('busier', poisson(80), constant(0.009))
    expect(ids({ ...host, guests: [...host.guests, busy, busier] })).not.toContain('own-pcpu')
  })

  test('offers no favoured guest without requests', () => {
    expect(ids({ ...host, guests: [hog('a', 256)], changes: [] })).toEqual([
      'credit',
      'loan-redemption',
      'always',
      'short-slice',
      'credit2',
    ])
  })
})
