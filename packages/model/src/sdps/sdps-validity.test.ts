import { describe, expect, test } from 'vitest'
import type { DomainLoad, HostLoad } from '../load/host-load.ts'
import { hostDoubts, relativeScatter } from './sdps-validity.ts'

const domain = (arrivalRatePerSecond: number, x: number, more: Partial<DomainLoad> = {}) => ({
  name: `vm${arrivalRatePerSecond}-${x}`,
  arrivalRatePerSecond,
  serviceTimeSeconds: x,
  ...more,
})

const hostOf = (domains: DomainLoad[], pCpus = 1): HostLoad => ({
  domains,
  domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
  pCpus,
})

describe('relativeScatter: sqrt(2 (1 + rho) / (rho (1 - rho)^2 mu t)) (Whitt 1989)', () => {
  test('M/M/1 by hand: rho = 0.5, x = 10 ms, t = 60 s', () => {
    const load = hostOf([domain(50, 0.01)])
    expect(relativeScatter(load, 1, 60)).toBeCloseTo(
      Math.sqrt((2 * 1.5 * 0.01) / (0.5 * 0.25 * 60)),
      12,
    )
  })

  test('weights demands by their CPU time: 0.3 of 10 ms and 0.4 of 4 ms', () => {
    const mean = (0.3 * 0.01 + 0.4 * 0.004) / 0.7
    expect(relativeScatter(hostOf([domain(30, 0.01), domain(100, 0.004)]), 1, 10)).toBeCloseTo(
      Math.sqrt((2 * 1.7 * mean) / (0.7 * 0.3 ** 2 * 10)),
      12,
    )
  })

  test('Domain-0 slows the pCPU and several pCPUs make it fast: x / (a m)', () => {
    // rho = 0.6 / (0.8 2), x = 10 / 1.6 ms
    const [rho, x] = [0.375, 0.01 / 1.6]
    expect(relativeScatter(hostOf([domain(60, 0.01)], 2), 0.8, 60)).toBeCloseTo(
      Math.sqrt((2 * (1 + rho) * x) / (rho * (1 - rho) ** 2 * 60)),
      12,
    )
  })

  test('does not depend on the unit of time, and halves over four times the time', () => {
    const load = hostOf([domain(50, 0.01), domain(10, 0.03)])
    const slower = hostOf([domain(5, 0.1), domain(1, 0.3)])
    expect(relativeScatter(slower, 1, 600)).toBeCloseTo(relativeScatter(load, 1, 60), 12)
    expect(relativeScatter(load, 1, 240)).toBeCloseTo(relativeScatter(load, 1, 60) / 2, 12)
  })

  test('is 0 on an idle host and has no bound on a full one', () => {
    expect(relativeScatter(hostOf([]), 1, 60)).toBe(0)
    expect(relativeScatter(hostOf([domain(0, 0.01)]), 1, 60)).toBe(0)
    expect(relativeScatter(hostOf([domain(64, 1 / 64)]), 1, 60)).toBe(Number.POSITIVE_INFINITY)
    expect(relativeScatter(hostOf([domain(10, 0.01)]), 0, 60)).toBe(Number.POSITIVE_INFINITY)
    expect(relativeScatter(hostOf([domain(10, 0.01)]), -0.5, 60)).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('hostDoubts', () => {
  const codesOf = (load: HostLoad, available = 1) => {
    const { saturated, doubts } = hostDoubts(load, available)
    return [saturated?.code ?? null, doubts.map(({ code }) => code)]
  }

  test('a calm host raises none', () => {
    expect(codesOf(hostOf([domain(50, 0.01)]))).toEqual([null, []])
    expect(codesOf(hostOf([]))).toEqual([null, []])
  })

  test('from a demand of all pCPUs on there is no steady state: 64 / 64 of 1', () => {
    const { saturated, doubts } = hostDoubts(hostOf([domain(64, 1 / 64)]), 1)
    expect(saturated).toMatchObject({
      code: 'host-saturated',
      numbers: { utilisation: 1, pCpus: 1 },
    })
    expect(doubts).toEqual([])
    expect(codesOf(hostOf([domain(64, 1 / 64)], 2))).toEqual([null, []])
  })

  test('what Domain-0 leaves is what counts: 0.36 + 0.24 of 0.5', () => {
    const { saturated } = hostDoubts(hostOf([domain(36, 0.01), domain(24, 0.01)]), 0.5)
    expect(saturated!.numbers.utilisation).toBeCloseTo(1.2, 12)
    expect(codesOf(hostOf([domain(60, 0.01)]), 0.7)[0]).toBeNull()
    expect(codesOf(hostOf([]), 0)[0]).toBe('host-saturated')
  })

  test('a domain counts with no more than its cap and its vCPUs allow', () => {
    const greedy = domain(200, 0.01, { capPercent: 50 })
    expect(codesOf(hostOf([greedy]))[0]).toBeNull()
    expect(codesOf(hostOf([domain(200, 0.01, { vCpus: 1 })], 2))[0]).toBeNull()
    expect(codesOf(hostOf([greedy, domain(60, 0.01)]))[0]).toBe('host-saturated')
  })

  test('a scatter of more than 10 % over a minute is remarked on, with the figures', () => {
    const load = hostOf([domain(90, 0.01)])
    const scatter = Math.sqrt((2 * 1.9 * 0.01) / (0.9 * 0.01 * 60))
    expect(hostDoubts(load, 1).doubts).toMatchObject([
      {
        code: 'near-saturation',
        numbers: {
          utilisation: expect.closeTo(0.9, 12),
          relativeScatter: expect.closeTo(scatter, 12),
          averagedSeconds: 60,
        },
      },
    ])
    // At 10 ms it is 0.1008 at rho = 0.72, and 0.0977 at 0.71.
    expect(codesOf(hostOf([domain(72, 0.01)]))).toEqual([null, ['near-saturation']])
    expect(codesOf(hostOf([domain(71, 0.01)]))).toEqual([null, []])
  })
})
