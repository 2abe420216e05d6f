import { describe, expect, test } from 'vitest'
import type { HostLoad } from '../load/host-load.ts'
import { allBusyPart, overheadFactor, withOverhead } from './with-overhead.ts'

/** A guest that keeps `busy` pCPUs busy, half a pCPU of background included, and Domain-0. */
const hostOf = (busy: number, pCpus: number, domain0 = 0): HostLoad => ({
  domains: [
    {
      name: 'vm1',
      arrivalRatePerSecond: 100 * busy,
      serviceTimeSeconds: 0.01,
      backgroundUtilisation: 0.5,
    },
    { name: 'vm2', arrivalRatePerSecond: 0, serviceTimeSeconds: 0.02 },
  ],
  domain0: { serviceTimeSeconds: 0.01, ioRequestsPerSecond: 100 * domain0, delayPerIoSeconds: 0 },
  pCpus,
})

describe("the part of the CPU time that passes with every pCPU busy, C m / (m rho), with Erlang's C", () => {
  test.each([
    // C = 2 u^2 / (1 + u), over u.
    ['two pCPUs at u = 0.6', 1.2, 2, (2 * 0.6) / 1.6],
    // B = a^3 / 6 / (1 + a + a^2 / 2 + a^3 / 6) at a = 1.5: 9 / 67; C = B / (1 - u (1 - B)) = 9 / 38.
    ['three pCPUs at u = 0.5', 1.5, 3, 9 / 38 / 0.5],
    ['no work', 0, 4, 0],
    ['one pCPU, where any work keeps all of them busy', 0.01, 1, 1],
    ['one idle pCPU, which any work would keep busy', 0, 1, 1],
    ['exactly as much work as there are pCPUs', 2, 2, 1],
    ['more', 5, 2, 1],
  ])('%s', (_, busy, pCpus, expected) => {
    expect(allBusyPart(hostOf(busy, pCpus))).toBeCloseTo(expected, 12)
  })

  test('Domain-0 keeps pCPUs busy like the guests', () => {
    expect(allBusyPart(hostOf(0.8, 2, 0.4))).toBeCloseTo(allBusyPart(hostOf(1.2, 2)), 12)
    expect(allBusyPart(hostOf(0, 2, 1.2))).toBeCloseTo(allBusyPart(hostOf(1.2, 2)), 12)
  })
})

describe('the factor 1 + o part', () => {
  test('by hand: 1 + 0.04 0.75 on two pCPUs at u = 0.6', () => {
    expect(overheadFactor(hostOf(1.2, 2), 0.04)).toBeCloseTo(1.03, 12)
  })

  test('less what the measurement contained: (1 + 0.04 1) / (1 + 0.04 0.75)', () => {
    const measuredAt = hostOf(1.2, 2)
    expect(overheadFactor(hostOf(3, 2), 0.04, measuredAt)).toBeCloseTo(1.04 / 1.03, 12)
    expect(overheadFactor(measuredAt, 0.04, hostOf(3, 2))).toBeCloseTo(1.03 / 1.04, 12)
    expect(overheadFactor(measuredAt, 0.04, measuredAt)).toBe(1)
  })

  test('multiplies the service times of all guests and their background, and nothing else', () => {
    const load = hostOf(1.2, 2, 0)
    expect(withOverhead(load, 0.04)).toEqual({
      ...load,
      domains: [
        {
          ...load.domains[0]!,
          serviceTimeSeconds: expect.closeTo(0.0103, 12),
          backgroundUtilisation: expect.closeTo(0.515, 12),
        },
        { ...load.domains[1]!, serviceTimeSeconds: expect.closeTo(0.0206, 12) },
      ],
    })
  })

  test('of 1 leaves the load itself', () => {
    const load = hostOf(1.2, 2)
    expect(withOverhead(load, 0)).toBe(load)
    expect(withOverhead(hostOf(0, 2), 0.04).domains[1]!.serviceTimeSeconds).toBe(0.02)
  })
})
