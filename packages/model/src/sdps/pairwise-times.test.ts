import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SharingClass } from './head-of-line-sharing.fixture.ts'
import { leastPairwiseSum, type PairwiseQueue, pairwiseTimes } from './pairwise-times.ts'

function queueOf(classes: readonly SharingClass[]): PairwiseQueue {
  const utilisation = classes.map((c) => c.arrivalRatePerSecond * c.serviceTimeSeconds)
  return {
    utilisation,
    contention: { own: utilisation, between: new Float64Array(classes.length ** 2).fill(1) },
    work: classes.map(({ serviceTimeSeconds }) => serviceTimeSeconds),
  }
}

/** Builds a_kj row by row from a rule for the older j and the younger k. */
const orderBy = (n: number, rule: (j: number, k: number) => number) =>
  Array.from({ length: n * n }, (_, at) => rule(at % n, Math.floor(at / n)))

/** Response times in the order of discriminatory processor sharing. */
function dpsTimes(classes: readonly SharingClass[], g: readonly number[]): number[] {
  const pull = classes.map(({ serviceTimeSeconds }, k) => g[k]! / serviceTimeSeconds)
  const order = orderBy(classes.length, (j, k) => pull[j]! / (pull[j]! + pull[k]!))
  return [...pairwiseTimes(queueOf(classes), order)!]
}

const two: SharingClass[] = [
  { arrivalRatePerSecond: 30, serviceTimeSeconds: 0.01 },
  { arrivalRatePerSecond: 100, serviceTimeSeconds: 0.004 },
]

/**
 * T_1 = 1 / (mu_1 (1 - rho)) [1 + mu_1 rho_2 (g_2 - g_1) / (mu_1 g_1 (1 - rho_1) + mu_2 g_2 (1 - rho_2))]:
 * the closed form for two classes (Fayolle, Mitrani, Iasnogorodski 1980).
 */
function closedForm([a, b]: readonly SharingClass[], [ga, gb]: readonly number[]): number[] {
  const [muA, muB] = [1 / a!.serviceTimeSeconds, 1 / b!.serviceTimeSeconds]
  const rhoA = a!.arrivalRatePerSecond / muA
  const rhoB = b!.arrivalRatePerSecond / muB
  const below = muA * ga! * (1 - rhoA) + muB * gb! * (1 - rhoB)
  const idle = 1 - rhoA - rhoB
  return [
    (1 + (muA * rhoB * (gb! - ga!)) / below) / (muA * idle),
    (1 + (muB * rhoA * (ga! - gb!)) / below) / (muB * idle),
  ]
}

describe('discriminatory processor sharing is a pairwise order', () => {
  test.each([
    [1, 1],
    [3, 1],
    [1, 100],
  ])('two classes at weights %d : %d equal the closed form', (a, b) => {
    const times = dpsTimes(two, [a, b])
    for (const [k, exact] of closedForm(two, [a, b]).entries()) {
      expect(times[k]).toBeCloseTo(exact, 12)
    }
  })

  test('one class is M/M/1, equal weights are processor sharing', () => {
    expect(dpsTimes([two[0]!], [7])[0]).toBeCloseTo(0.01 / 0.7, 12)
    expect(dpsTimes(two, [2, 2])).toEqual([
      expect.closeTo(0.01 / 0.3, 12),
      expect.closeTo(0.004 / 0.3, 12),
    ])
  })

  test('heavy traffic: T_i (1 - rho) approaches (x_i / g_i) sum rho_j x_j / sum (rho_j x_j / g_j)', () => {
    const left = 1e-6
    const classes = two.map((c) => ({
      ...c,
      arrivalRatePerSecond: (c.arrivalRatePerSecond * (1 - left)) / 0.7,
    }))
    const g = [4, 1]
    const rho = classes.map((c) => c.arrivalRatePerSecond * c.serviceTimeSeconds)
    const sum = (term: (k: number) => number) => term(0) + term(1)
    const common =
      sum((k) => rho[k]! * classes[k]!.serviceTimeSeconds) /
      sum((k) => (rho[k]! * classes[k]!.serviceTimeSeconds) / g[k]!)
    const times = dpsTimes(classes, g)
    for (const [k, { serviceTimeSeconds }] of classes.entries()) {
      expect((times[k]! * left) / ((serviceTimeSeconds / g[k]!) * common)).toBeCloseTo(1, 4)
    }
  })
})

describe('other orders', () => {
  test('first come, first served: every request waits sum lambda x^2 / (1 - rho)', () => {
    const order = orderBy(2, () => 1)
    const wait = (30 * 0.01 ** 2 + 100 * 0.004 ** 2) / 0.3
    expect([...pairwiseTimes(queueOf(two), order)!]).toEqual([
      expect.closeTo(0.01 + wait, 12),
      expect.closeTo(0.004 + wait, 12),
    ])
  })

  test('last come, first served with resumption: x / (1 - rho), as in processor sharing', () => {
    expect([
      ...pairwiseTimes(
        queueOf(two),
        orderBy(2, () => 0),
      )!,
    ]).toEqual([expect.closeTo(0.01 / 0.3, 12), expect.closeTo(0.004 / 0.3, 12)])
  })

  test('preemptive priority: x_1 / (1 - rho_1); x_2 / (1 - rho_1) + R / ((1 - rho_1) (1 - rho))', () => {
    const order = orderBy(2, (j) => (j === 0 ? 1 : 0))
    const rest = 30 * 0.01 ** 2 + 100 * 0.004 ** 2
    expect([...pairwiseTimes(queueOf(two), order)!]).toEqual([
      expect.closeTo(0.01 / 0.7, 12),
      expect.closeTo(0.004 / 0.7 + rest / (0.7 * 0.3), 12),
    ])
  })
})

test('conservation: sum rho_i T_i is the same for every order', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const drawnHosts = fc.integer({ min: 1, max: 8 }).chain((n) =>
    fc.record({
      drawn: fc.array(
        fc.record({
          load: fc.double({ min: 0.01, max: 1, noNaN: true }),
          x: fc.double({ min: 1e-4, max: 0.1, noNaN: true }),
        }),
        { minLength: n, maxLength: n },
      ),
      order: fc.array(part, { minLength: n * n, maxLength: n * n }),
      rho: fc.double({ min: 0.01, max: 0.95, noNaN: true }),
    }),
  )
  fc.assert(
    fc.property(drawnHosts, ({ drawn, order, rho }) => {
      const whole = drawn.reduce((sum, d) => sum + d.load, 0)
      const classes = drawn.map(({ load, x }) => ({
        arrivalRatePerSecond: (rho * load) / whole / x,
        serviceTimeSeconds: x,
      }))
      const times = pairwiseTimes(queueOf(classes), order)!
      const weighted = (value: (k: number) => number) =>
        classes.reduce(
          (sum, c, k) => sum + c.arrivalRatePerSecond * c.serviceTimeSeconds * value(k),
          0,
        )
      const expected = weighted((k) => classes[k]!.serviceTimeSeconds / (1 - rho))
      expect(weighted((k) => times[k]!) / expected).toBeCloseTo(1, 8)
    }),
  )
})

test('returns null for a saturated host', () => {
  const full = two.map((c) => ({ ...c, arrivalRatePerSecond: c.arrivalRatePerSecond / 0.7 }))
  expect(
    pairwiseTimes(
      queueOf(full),
      orderBy(2, () => 0.5),
    ),
  ).toBeNull()
})

test('the least sum over a range of orders is that of its best corner', () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true })
  const part = fc.double({ min: 0.05, max: 0.3, noNaN: true })
  const arbitrary = fc.record({
    domains: fc.array(
      fc.record({ part, work: part, coefficient: fc.oneof(fc.constant(0), part) }),
      { minLength: 3, maxLength: 3 },
    ),
    ends: fc.array(fc.tuple(chance, chance), { minLength: 9, maxLength: 9 }),
  })
  fc.assert(
    fc.property(arbitrary, ({ domains, ends }) => {
      const utilisation = domains.map((domain) => domain.part)
      const queue: PairwiseQueue = {
        utilisation,
        contention: { own: utilisation, between: new Float64Array(9).fill(1) },
        work: domains.map(({ work }) => work),
      }
      const range = {
        least: ends.map((pair) => Math.min(...pair)),
        most: ends.map((pair) => Math.max(...pair)),
      }
      const offDiagonal = [1, 2, 3, 5, 6, 7]
      const sums = Array.from({ length: 2 ** 6 }, (_, corner) => {
        const order = [...range.least]
        for (const [bit, at] of offDiagonal.entries()) {
          if (corner & (1 << bit)) order[at] = range.most[at]!
        }
        const times = pairwiseTimes(queue, order)!
        return domains.reduce((sum, { coefficient }, k) => sum + coefficient * times[k]!, 0)
      })
      const coefficients = domains.map(({ coefficient }) => coefficient)
      const least = Math.min(...sums)
      expect(Math.abs(leastPairwiseSum(queue, range, coefficients) - least)).toBeLessThanOrEqual(
        1e-9 * Math.max(...sums),
      )
    }),
    { numRuns: 500 },
  )
})

describe('the least sum', () => {
  const range = (value: number) => ({
    least: orderBy(2, () => value),
    most: orderBy(2, () => value),
  })

  test.each([0, 0.3, 1])('of a single order, a = %d, is that of its times', (value) => {
    const times = pairwiseTimes(queueOf(two), range(value).least)!
    const sum = 3 * times[0]! + 5 * times[1]!
    expect(leastPairwiseSum(queueOf(two), range(value), [3, 5])).toBeCloseTo(sum, 12)
    expect(leastPairwiseSum(queueOf(two), range(value), [-3, -5])).toBeCloseTo(-sum, 12)
  })

  test('over all orders serves the greater coefficient per CPU time first: c mu', () => {
    const any = { least: orderBy(2, () => 0), most: orderBy(2, () => 1) }
    const rest = 30 * 0.01 ** 2 + 100 * 0.004 ** 2
    // First 0.01 / 0.7, then 0.004 / 0.7 + R / (0.7 0.3), or the other way round.
    const first = [0.01 / 0.7, 0.004 / 0.7 + rest / (0.7 * 0.3)]
    const second = [0.01 / 0.6 + rest / (0.6 * 0.3), 0.004 / 0.6]
    expect(leastPairwiseSum(queueOf(two), any, [1, 0])).toBeCloseTo(first[0]!, 12)
    expect(leastPairwiseSum(queueOf(two), any, [0, 1])).toBeCloseTo(second[1]!, 12)
    expect(leastPairwiseSum(queueOf(two), any, [-1, 0])).toBeCloseTo(-second[0]!, 12)
    expect(leastPairwiseSum(queueOf(two), any, [10, 1])).toBeCloseTo(10 * first[0]! + first[1]!, 12)
    expect(leastPairwiseSum(queueOf(two), any, [1, 10])).toBeCloseTo(
      second[0]! + 10 * second[1]!,
      12,
    )
  })

  test('is nothing without coefficients, and unknown on a saturated host', () => {
    expect(leastPairwiseSum(queueOf(two), range(0.5), [0, 0])).toBe(0)
    const full = two.map((c) => ({ ...c, arrivalRatePerSecond: c.arrivalRatePerSecond / 0.7 }))
    expect(leastPairwiseSum(queueOf(full), range(0.5), [1, 1])).toBe(Number.NEGATIVE_INFINITY)
  })
})
