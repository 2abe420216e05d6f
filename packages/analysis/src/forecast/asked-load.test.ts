import { describe, expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { askHost, type WhatIf } from './asked-host.ts'
import { askedLoad } from './asked-load.ts'

const asked = (question: WhatIf, known = exampleLoad()) =>
  askedLoad(known, askHost(known, question))

describe('askedLoad', () => {
  it('changes nothing when nothing is asked', () => {
    const known = exampleLoad([{ capPercent: 50, backgroundUtilisation: 0.1 }, { capPercent: 0 }])
    expect(asked({}, known)).toEqual(known)
  })

  it('applies weights and caps', () => {
    const { weights, load } = asked({
      domains: [{ name: 'vm2', weight: 512, capPercent: 80 }],
      domain0Weight: 2048,
    })
    expect(weights).toEqual({ 'Domain-0': 2048, vm1: 256, vm2: 512 })
    expect(load.domains.map(({ capPercent }) => capPercent)).toEqual([0, 80])
  })

  it('multiplies the work of requests and leaves the background as it is', () => {
    const known = exampleLoad([{ backgroundUtilisation: 0.1 }, {}])
    known.load.domain0 = {
      serviceTimeSeconds: 0.001,
      ioRequestsPerSecond: 80,
      delayPerIoSeconds: 0,
      backgroundUtilisation: 0.03,
    }
    const { load } = asked({ domains: [{ name: 'vm1', loadFactor: 2 }], loadFactor: 1.5 }, known)
    const [vm1, vm2] = load.domains.map((d) => d.arrivalRatePerSecond * d.serviceTimeSeconds)
    expect(load.domains.map((d) => d.arrivalRatePerSecond)).toEqual([120, 60])
    expect(vm1).toBeCloseTo((0.4 - 0.1) * 3 + 0.1, 12)
    expect(vm2).toBeCloseTo(0.4 * 1.5, 12)
    const { ioRequestsPerSecond, serviceTimeSeconds } = load.domain0
    expect(ioRequestsPerSecond).toBe(180)
    expect(ioRequestsPerSecond * serviceTimeSeconds).toBeCloseTo((0.05 * 180) / 80 + 0.03, 12)
  })

  it('keeps the variation of arrivals: c_a² = variance × rate²', () => {
    const known = exampleLoad([{ interArrivalVarianceSeconds2: 2 / 40 ** 2 }, {}])
    const [vm1] = asked({ loadFactor: 0.5 }, known).load.domains
    expect(vm1!.interArrivalVarianceSeconds2! * vm1!.arrivalRatePerSecond ** 2).toBeCloseTo(2, 12)
  })

  it('includes the VMM’s overhead as far as the pCPUs are busier than before', () => {
    const quad = exampleLoad()
    quad.load.pCpus = 4
    const busyOf = (question: WhatIf, known = quad) =>
      asked({ overheadPercent: 5, ...question }, known).load.domains[0]!.serviceTimeSeconds
    expect(busyOf({})).toBe(0.01)
    expect(busyOf({ loadFactor: 4 })).toBeGreaterThan(0.01)
    expect(busyOf({ loadFactor: 5 })).toBeLessThanOrEqual(0.0105)
    expect(busyOf({ loadFactor: 5 })).toBeGreaterThan(busyOf({ loadFactor: 4 }))
    expect(busyOf({ loadFactor: 0.5 })).toBeLessThan(0.01)
    expect(busyOf({ loadFactor: 1.2 }, exampleLoad())).toBe(0.01)
  })
})
