import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { erlangC } from '../numeric/erlang-c.ts'
import { contentionOf } from './sdps-contention.ts'

/** sum_{j != k} c_kj rho_j: the part of k's time spent with other domains. */
function metBy(k: number, utilisation: readonly number[], between: Float64Array): number {
  const n = utilisation.length
  return utilisation.reduce((sum, rho, j) => (j === k ? sum : sum + between[k * n + j]! * rho), 0)
}

describe('contention for pCPUs', () => {
  test('on one pCPU every domain delays every other', () => {
    const { own, between } = contentionOf([0.3, 0.5], [1, 1], 1)
    expect([...own]).toEqual([0.3, 0.5])
    expect([...between]).toEqual([1, 1, 1, 1])
  })

  test('domains do not delay each other when there are no more vCPUs than pCPUs', () => {
    const { own, between } = contentionOf([0.9, 0.4, 0.7], [1, 1, 1], 3)
    for (const [k, rho] of [0.9, 0.4, 0.7].entries()) expect(own[k]).toBeCloseTo(rho, 12)
    for (const part of between) expect(part).toBe(0)
  })

  test('one domain with a vCPU for each pCPU is M/M/c: T = x / (1 - own)', () => {
    const { own } = contentionOf([2.4], [3], 3)
    expect(1 / (1 - own[0]!)).toBeCloseTo(1 + erlangC(3, 2.4) / (3 - 2.4), 9)
  })

  test('many small domains are at least M/M/c', () => {
    const utilisation = new Array<number>(60).fill(3.4 / 60)
    const { own, between } = contentionOf(utilisation, new Array<number>(60).fill(1), 4)
    const time = 1 / (1 - own[0]! - metBy(0, utilisation, between))
    const pooled = 1 + erlangC(4, 3.4) / (4 - 3.4)
    expect(time).toBeGreaterThanOrEqual(pooled * (1 - 1e-9))
    expect(time).toBeLessThan(pooled * 1.05)
  })

  // Means of 1,500 s by the independent simulator (bench/peers), processor sharing, exponential
  // demands: divided by x.
  test.each([
    [3, 2, 0.6, 2.0],
    [3, 2, 0.8, 3.56],
    [4, 2, 0.8, 3.28],
    [8, 2, 0.8, 2.94],
    [5, 4, 0.8, 3.3],
    [8, 4, 0.8, 2.35],
    [16, 4, 0.6, 1.33],
  ])(
    '%d vCPUs on %d pCPUs at %d take %d times the service, within 11 %%',
    (n, m, rho, simulated) => {
      const utilisation = new Array<number>(n).fill((rho * m) / n)
      const { own, between } = contentionOf(utilisation, new Array<number>(n).fill(1), m)
      const time = 1 / (1 - own[0]! - metBy(0, utilisation, between))
      expect(Math.abs(time / simulated - 1)).toBeLessThan(0.11)
    },
  )
})

/**
 * S_k = E[max(1, (B + 1) / m)] over all subsets of the other vCPUs, each wanting to run for the part
 * rho_j S_j / v_j of the time; iterated plainly.
 */
function slowdownsByEnumeration(
  utilisation: readonly number[],
  vCpus: readonly number[],
  m: number,
) {
  const owners = vCpus.flatMap((count, k) => new Array<number>(count).fill(k))
  let slowed = utilisation.map(() => 1)
  for (let round = 0; round < 500; round++) {
    const wants = utilisation.map((rho, k) => (rho * slowed[k]!) / vCpus[k]!)
    slowed = slowed.map((_, k) => {
      const others = owners.toSpliced(owners.indexOf(k), 1)
      let mean = 0
      for (let set = 0; set < 2 ** others.length; set++) {
        const met = others.filter((_, bit) => (set >> bit) & 1).length
        const chance = others.reduce(
          (product, j, bit) => product * ((set >> bit) & 1 ? wants[j]! : 1 - wants[j]!),
          1,
        )
        mean += chance * Math.max(1, (met + 1) / m)
      }
      return mean
    })
  }
  return slowed
}

/** The part of a request's time in M/M/c that it waits: C / (C + c - a). */
function waitingPart(servers: number, offered: number): number {
  const waits = erlangC(servers, offered)
  return waits / (waits + servers - offered)
}

describe('the slowdown S of independent vCPUs', () => {
  test('three alike on two pCPUs: S = 1 + (rho S)^2 / 2, so S = (1 - sqrt(1 - 2 rho^2)) / rho^2', () => {
    const rho = 0.4
    const slowed = (1 - Math.sqrt(1 - 2 * rho ** 2)) / rho ** 2
    const { own, between } = contentionOf([rho, rho, rho], [1, 1, 1], 2)
    expect(own[0]).toBeCloseTo(rho, 12)
    expect(metBy(0, [rho, rho, rho], between)).toBeCloseTo(1 - 1 / slowed, 7)
  })

  test.each<[string, number[], number[], number]>([
    ['three unlike on two pCPUs', [0.2, 0.4, 0.5], [1, 1, 1], 2],
    ['five unlike on three', [0.1, 0.3, 0.4, 0.5, 0.6], [1, 1, 1, 1, 1], 3],
    ['domains of two and of one vCPU on two', [0.2, 0.4, 0.3, 0.3], [2, 1, 1, 1], 2],
    ['domains of two and of one vCPU on three', [0.8, 0.7, 0.6, 0.4], [2, 2, 1, 1], 3],
  ])('%s, by enumeration of all that may want to run', (_, utilisation, vCpus, m) => {
    const slowed = slowdownsByEnumeration(utilisation, vCpus, m)
    const { own, between } = contentionOf(utilisation, vCpus, m)
    const pooled = waitingPart(
      m,
      utilisation.reduce((a, b) => a + b),
    )
    for (const [k, s] of slowed.entries()) {
      expect(own[k]).toBeCloseTo(waitingPart(vCpus[k]!, utilisation[k]! * s) / s, 7)
      // All domains together are at least M/M/m.
      const met = Math.max(1 - 1 / s, pooled - own[k]!)
      expect(metBy(k, utilisation, between)).toBeCloseTo(met, 6)
    }
  })

  test('a domain without any load is delayed and delays nobody else', () => {
    const alone = contentionOf([0.4, 0.4, 0.4], [1, 1, 1], 2)
    const beside = contentionOf([0.4, 0.4, 0.4, 0], [1, 1, 1, 1], 2)
    for (const k of [0, 1, 2]) {
      expect(beside.own[k]).toBeCloseTo(alone.own[k]!, 9)
      expect(metBy(k, [0.4, 0.4, 0.4, 0], beside.between)).toBeCloseTo(
        metBy(k, [0.4, 0.4, 0.4], alone.between),
        6,
      )
    }
    expect(beside.own[3]).toBe(0)
  })

  test('neither starves a domain that is busy nearly all the time', () => {
    // Six vCPUs on two pCPUs, the first of them at 0.95: independent, it would wait without end.
    const utilisation = [0.95, 0.2, 0.2, 0.2, 0.2, 0.2]
    const { own, between } = contentionOf(utilisation, [1, 1, 1, 1, 1, 1], 2)
    const idle = 1 - 1.95 / 2
    const left = 1 - own[0]! - metBy(0, utilisation, between)
    expect(own[0]).toBeLessThan(1)
    expect(left).toBeGreaterThan(0)
    expect(metBy(0, utilisation, between)).toBeLessThan((1 - own[0]!) * (1 - 0.09 * idle))
  })
})

test('leaves the most delayed domain a tenth of the idle time, where rounding would leave it less', () => {
  const utilisation = [0.98, 0.618, 0.008]
  const { own, between } = contentionOf(utilisation, [1, 1, 1], 2)
  const parts = utilisation.map((_, k) => metBy(k, utilisation, between) / (1 - own[k]!))
  expect(Math.max(...parts)).toBeCloseTo(1 - 0.1 * (1 - 1.606 / 2), 9)
})

test('the order of the domains does not matter', () => {
  const utilisation = [0.2, 0.5, 0.9, 0.7]
  const vCpus = [1, 2, 1, 2]
  const { own, between } = contentionOf(utilisation, vCpus, 3)
  const turned = contentionOf(utilisation.toReversed(), vCpus.toReversed(), 3)
  for (let k = 0; k < 4; k++) {
    expect(turned.own[3 - k]).toBeCloseTo(own[k]!, 7)
    for (let j = 0; j < 4; j++) {
      expect(turned.between[(3 - k) * 4 + (3 - j)]).toBeCloseTo(between[k * 4 + j]!, 6)
    }
  }
})

test('is symmetric and leaves every domain some CPU below saturation', () => {
  const hosts = fc.record({
    parts: fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 2, maxLength: 10 }),
    pCpus: fc.integer({ min: 2, max: 4 }),
    rho: fc.double({ min: 0.05, max: 0.98, noNaN: true }),
  })
  fc.assert(
    fc.property(hosts, ({ parts, pCpus, rho }) => {
      const whole = parts.reduce((sum, part) => sum + part, 0)
      const utilisation = parts.map((part) => Math.min(0.99, (rho * pCpus * part) / whole))
      const n = parts.length
      const { own, between } = contentionOf(
        utilisation,
        parts.map(() => 1),
        pCpus,
      )
      for (let k = 0; k < n; k++) {
        expect(own[k]! + metBy(k, utilisation, between)).toBeLessThan(1)
        for (let j = 0; j < k; j++) expect(between[k * n + j]).toBe(between[j * n + k])
      }
    }),
  )
})
