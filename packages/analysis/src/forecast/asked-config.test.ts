import type { Arrivals, TwinConfig } from '@steelyard/simulator'
import { describe, expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { askedConfig } from './asked-config.ts'
import { asAnalysed, askHost, type WhatIf } from './asked-host.ts'
import { scaleArrivals } from './scale-arrivals.ts'

const known = exampleLoad()
const recorded = Float64Array.of(1, 1.1, 1.2, 5, 5.5, 6, 9)
const guestOf = (name: string, arrivals: Arrivals): TwinConfig['guests'][number] => ({
  name,
  weight: 256,
  cap: 0,
  vCpus: 1,
  load: { arrivals, serviceTime: { kind: 'constant', seconds: 0.01 } },
})
const config: TwinConfig = {
  pCpus: 1,
  scheduler: {
    name: 'credit',
    xenVersion: '4.17',
    tsliceSeconds: 0.03,
    ratelimitSeconds: 0.001,
  },
  domain0: { name: 'Domain-0', weight: 256 },
  guests: [
    guestOf('vm1', { kind: 'times', seconds: recorded, resolutionSeconds: 1 }),
    guestOf('vm2', { kind: 'renewal', ratePerSecond: 40, squaredCoefficientOfVariation: 2 }),
  ],
}
const asked = (question: WhatIf) => askedConfig(config, askHost(known, question), 10)

describe('askedConfig', () => {
  it('plays the analysed host when nothing is asked', () => {
    expect(askedConfig(config, asAnalysed(known), 10)).toEqual(config)
  })

  it('passes every lever to the twin', () => {
    const { scheduler, domain0, guests } = asked({
      domains: [{ name: 'vm1', weight: 512, capPercent: 50 }],
      domain0Weight: 1024,
      tsliceSeconds: 0.005,
      ratelimitSeconds: 0,
    })
    expect(scheduler).toEqual({
      name: 'credit',
      xenVersion: '4.17',
      tsliceSeconds: 0.005,
      ratelimitSeconds: 0,
    })
    expect(domain0!.weight).toBe(1024)
    expect(guests.map(({ weight, cap }) => [weight, cap])).toEqual([
      [512, 50],
      [256, 0],
    ])
  })

  it('keeps the boosts and the order of queues of the host', () => {
    const scheduler = {
      ...config.scheduler,
      name: 'credit' as const,
      boost: { policy: 'always' as const },
      realTimeWeight: 333,
    }
    const host = askHost(known, { tsliceSeconds: 0.005 })
    expect(askedConfig({ ...config, scheduler }, host, 10).scheduler).toEqual({
      ...scheduler,
      tsliceSeconds: 0.005,
    })
  })

  it('plays more or fewer requests, recorded or drawn', () => {
    const [vm1, vm2] = asked({
      domains: [{ name: 'vm2', loadFactor: 3 }],
      loadFactor: 0.5,
    }).guests
    expect(vm1!.load!.arrivals).toEqual({
      kind: 'times',
      resolutionSeconds: 1,
      seconds: scaleArrivals(recorded, 0.5, 10),
    })
    expect(vm2!.load!.arrivals).toEqual({
      kind: 'renewal',
      ratePerSecond: 60,
      squaredCoefficientOfVariation: 2,
    })
  })

  it('gives credit2 no time slice', () => {
    const scheduling = { ...known.scheduling, scheduler: 'credit2' as const, tsliceMs: null }
    const question = askHost(exampleLoad(undefined, { scheduling }), { ratelimitSeconds: 0.0005 })
    const credit2 = { ...config, scheduler: { name: 'credit2' as const } }
    expect(askedConfig(credit2, question, 10).scheduler).toEqual({
      name: 'credit2',
      ratelimitSeconds: 0.0005,
    })
  })

  it('makes the work in the guests more expensive, but not that of Domain-0', () => {
    const leg = { on: 'guest' as const, cpuSeconds: 0.002 }
    const path = [{ on: 'domain-0' as const, cpuSeconds: 0.001 }, leg, { on: 'service' as const }]
    const [vm1, ...rest] = config.guests
    const routed = { ...config, guests: [{ ...vm1!, load: { ...vm1!.load!, path } }, ...rest] }
    const { load } = askedConfig(routed, asAnalysed(known), 10, 1.5).guests[0]!
    expect(load!.serviceTime).toEqual({ kind: 'constant', seconds: 0.015 })
    expect(load!.path).toEqual([path[0], { on: 'guest', cpuSeconds: 0.003 }, path[2]])
  })
})
