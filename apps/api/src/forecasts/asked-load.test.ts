import { ForecastQuestion } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { askedLoad } from './asked-load.ts'
import { fillQuestion } from './fill-question.ts'
import { knownHost } from './known-host.fixture.ts'

const asked = (question: object, known = knownHost()) =>
  askedLoad(known, fillQuestion(ForecastQuestion.parse(question), known))

describe('askedLoad', () => {
  it('changes nothing when nothing is asked', () => {
    const known = knownHost([{ capPercent: 50, backgroundUtilisation: 0.1 }, { capPercent: 0 }])
    expect(asked({}, known)).toEqual(known)
  })

  it('puts weights, caps and the pool’s settings in', () => {
    const { weights, load, scheduling } = asked({
      domains: [{ domain: 'vm2', weight: 512, cap: 80 }],
      domain0Weight: 2048,
      tsliceMs: 5,
      ratelimitUs: 0,
    })
    expect(weights).toEqual({ 'Domain-0': 2048, vm1: 256, vm2: 512 })
    expect(load.domains.map(({ capPercent }) => capPercent)).toEqual([0, 80])
    expect(scheduling).toMatchObject({ tsliceMs: 5, ratelimitUs: 0 })
  })

  it('multiplies the work of requests and leaves the background as it is', () => {
    const known = knownHost([{ backgroundUtilisation: 0.1 }, {}])
    known.load.domain0 = {
      serviceTimeSeconds: 0.001,
      ioRequestsPerSecond: 80,
      delayPerIoSeconds: 0,
      backgroundUtilisation: 0.03,
    }
    const { load } = asked({ domains: [{ domain: 'vm1', loadFactor: 2 }], loadFactor: 1.5 }, known)
    const [vm1, vm2] = load.domains.map((d) => d.arrivalRatePerSecond * d.serviceTimeSeconds)
    expect(load.domains.map((d) => d.arrivalRatePerSecond)).toEqual([120, 60])
    expect(vm1).toBeCloseTo((0.4 - 0.1) * 3 + 0.1, 12)
    expect(vm2).toBeCloseTo(0.4 * 1.5, 12)
    const { ioRequestsPerSecond, serviceTimeSeconds } = load.domain0
    expect(ioRequestsPerSecond).toBe(180)
    expect(ioRequestsPerSecond * serviceTimeSeconds).toBeCloseTo((0.05 * 180) / 80 + 0.03, 12)
  })

  it('keeps the variation of arrivals: c_a² = variance × rate²', () => {
    const known = knownHost([{ interArrivalVarianceSeconds2: 2 / 40 ** 2 }, {}])
    const [vm1] = asked({ loadFactor: 0.5 }, known).load.domains
    expect(vm1!.interArrivalVarianceSeconds2! * vm1!.arrivalRatePerSecond ** 2).toBeCloseTo(2, 12)
  })

  it('counts the VMM’s overhead in as far as the pCPUs are busier than they were', () => {
    const quad = knownHost()
    quad.load.pCpus = 4
    const busyOf = (question: object, known = quad) =>
      asked({ overheadPercent: 5, ...question }, known).load.domains[0]!.serviceTimeSeconds
    expect(busyOf({})).toBe(0.01)
    expect(busyOf({ loadFactor: 4 })).toBeGreaterThan(0.01)
    expect(busyOf({ loadFactor: 5 })).toBeLessThanOrEqual(0.0105)
    expect(busyOf({ loadFactor: 5 })).toBeGreaterThan(busyOf({ loadFactor: 4 }))
    expect(busyOf({ loadFactor: 0.5 })).toBeLessThan(0.01)
    expect(busyOf({ loadFactor: 1.2 }, knownHost())).toBe(0.01)
  })
})
