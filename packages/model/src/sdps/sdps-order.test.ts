import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MetDomain, orderOf, orderRules, orderWithin } from './sdps-order.ts'

const small: MetDomain = { weight: 256, utilisation: 1e-9, serviceTimeSeconds: 1e-6 }
const heavy: MetDomain = { weight: 256, utilisation: 0.8, serviceTimeSeconds: 0.01 }

/** a_kj: the probability that the older request, of j, completes before the younger, of k. */
function chance(
  contenders: readonly MetDomain[],
  [k, j]: [number, number],
  requests: readonly number[],
  scheduler: 'credit' | 'credit2' = 'credit',
): number {
  const order = orderOf(contenders, 1, orderRules[scheduler])(requests)
  return order[k * contenders.length + j]!
}

describe('credit', () => {
  test('serves short requests of two nearly idle domains in order of arrival', () => {
    expect(chance([small, small], [0, 1], [0, 0])).toBeCloseTo(1, 3)
  })

  test('a long request loses its boost at a tick when each domain has a single request', () => {
    const long = { ...small, serviceTimeSeconds: 0.1 }
    // A part (1 - e^-10) / 10 of the service is boosted.
    expect(chance([long, long], [0, 1], [0, 0])).toBeCloseTo(0.1, 3)
  })

  test('a request that finds its domain empty precedes a domain with a queue beyond its share', () => {
    const beyond = { ...heavy, weight: 16 }
    expect(chance([small, beyond], [0, 1], [0, 100])).toBeLessThan(0.01)
    expect(chance([small, beyond], [1, 0], [0, 100])).toBeGreaterThan(0.99)
  })

  test('using exactly its share of the active domains gives even odds, by hand', () => {
    // Whole = 512: the other domain is active with 0.25 512 = 128, so the share of the first is 2 /
    // 3.
    const just = { weight: 256, utilisation: 2 / 3, serviceTimeSeconds: 1e-9 }
    const other = { weight: 256, utilisation: 0.25, serviceTimeSeconds: 1e-9 }
    // The second domain: 256 of 512, rho 0.25 of 0.5, 1 / (1 + 0.5^2.5).
    const boosted = 1 / (1 + 0.5 ** 2.5)
    const pulls = 0.25 ** -2 / (0.25 ** -2 + (2 / 3) ** -2)
    expect(chance([just, other], [0, 1], [0, 0])).toBeCloseTo(
      boosted + (1 - boosted) * (1 - 0.5) * pulls,
      6,
    )
  })
})

describe('credit, domain by domain as its equations are written', () => {
  const four: MetDomain[] = [
    { weight: 256, utilisation: 0.2, serviceTimeSeconds: 0.004 },
    { weight: 512, utilisation: 0.3, serviceTimeSeconds: 0.02 },
    { weight: 64, utilisation: 0.05, serviceTimeSeconds: 0.001 },
    { weight: 1024, utilisation: 0.4, serviceTimeSeconds: 0.05 },
  ]
  const requests = [0.5, 2, 0.1, 4]

  /** The probability that k is boosted when it meets j. */
  function boosted(k: number, j: number, pCpus: number): number {
    const [one, other] = [four[k]!, four[j]!]
    const third = Math.sqrt(one.weight * other.weight)
    const whole = (one.weight + other.weight + 2 * third) / pCpus
    const awake = four.reduce((sum, { utilisation }, i) => {
      if (i === k) return sum + one.weight
      return sum + Math.min(i === j ? other.weight : third, utilisation * whole)
    }, 0)
    const asked = (one.utilisation * awake) / (pCpus * one.weight)
    return 1 / (1 + asked ** 2.5)
  }

  test.each([1, 2])('on %d pCPUs', (pCpus) => {
    const order = orderOf(four, pCpus, orderRules.credit)(requests)
    // g mu = w^2 / (rho^2 x^1.3), divided among L + 1 requests.
    const pull = ({ weight, utilisation, serviceTimeSeconds: x }: MetDomain, k: number) =>
      weight ** 2 / (utilisation ** 2 * x ** 1.3) / (1 + requests[k]!)
    for (const [k, younger] of four.entries()) {
      for (const [j, older] of four.entries()) {
        if (j === k) continue
        const ticks = older.serviceTimeSeconds / 0.01
        const kept = (1 - Math.exp(-ticks)) / ticks
        const ahead = (boosted(j, k, pCpus) * kept) / (1 + requests[j]!)
        const behind = boosted(k, j, pCpus) / (1 + requests[k]!)
        const shared = pull(older, j) / (pull(older, j) + pull(younger, k))
        expect(order[k * 4 + j]).toBeCloseTo(ahead + (1 - ahead) * (1 - behind) * shared, 9)
      }
    }
  })
})

test('credit2 has no boost: equal domains share evenly, others nearly by weight', () => {
  const more = { ...heavy, weight: 1024 }
  expect(chance([heavy, heavy], [0, 1], [3, 3], 'credit2')).toBeCloseTo(0.5, 12)
  expect(chance([heavy, more], [0, 1], [3, 3], 'credit2')).toBeCloseTo(0.8, 12)
  // Four requests of one domain together get as much as one.
  expect(chance([heavy, more], [0, 1], [0, 3], 'credit2')).toBeCloseTo(0.5, 12)
})

test('credit2 with one runqueue for several pCPUs: the weight counts with the number of pCPUs as exponent', () => {
  const more = { ...heavy, weight: 512 }
  const overtaken = (pCpus: number) => orderOf([heavy, more], pCpus, orderRules.credit2)([0, 0])[1]
  expect(overtaken(1)).toBeCloseTo(2 / 3, 12)
  expect(overtaken(2)).toBeCloseTo(4 / 5, 12)
  expect(overtaken(4)).toBeCloseTo(16 / 17, 12)
  // Each socket of 16 has its own runqueue.
  expect(overtaken(64)).toBe(overtaken(16))
})

const contender = fc.record({
  weight: fc.integer({ min: 1, max: 65_535 }),
  utilisation: fc.double({ min: 1e-6, max: 3, noNaN: true }),
  serviceTimeSeconds: fc.double({ min: 1e-5, max: 0.5, noNaN: true }),
})
const hosts = fc.record({
  contenders: fc.array(contender, { minLength: 3, maxLength: 6 }),
  pCpus: fc.integer({ min: 1, max: 4 }),
  scheduler: fc.constantFrom('credit' as const, 'credit2' as const),
  requests: fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { minLength: 6, maxLength: 6 }),
})

test('are probabilities; more weight favours a domain over every other and does not affect third ones', () => {
  fc.assert(
    fc.property(hosts, ({ contenders, pCpus, scheduler, requests }) => {
      const n = contenders.length
      const raised = contenders.map((each, k) =>
        k === 0 ? { ...each, weight: each.weight * 2 } : each,
      )
      const before = orderOf(contenders, pCpus, orderRules[scheduler])(requests)
      const after = orderOf(raised, pCpus, orderRules[scheduler])(requests)
      for (let k = 0; k < n; k++) {
        for (let j = 0; j < n; j++) {
          if (j === k) continue
          const [was, is] = [before[k * n + j]!, after[k * n + j]!]
          expect(is).toBeGreaterThanOrEqual(0)
          expect(is).toBeLessThanOrEqual(1)
          if (k === 0) expect(is).toBeLessThanOrEqual(was + 1e-12)
          else if (j === 0) expect(is).toBeGreaterThanOrEqual(was - 1e-12)
          else expect(is).toBe(was)
        }
      }
    }),
  )
})

test('weights and request counts within limits give orders within limits', () => {
  const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const drawn = fc.record({
    domains: fc.array(
      fc.record({
        weight: between(1, 1000),
        width: between(1, 20),
        utilisation: between(0.001, 0.3),
        service: between(1e-4, 0.1),
        requests: between(0, 30),
        more: between(0, 30),
        at: between(0, 1),
      }),
      { minLength: 2, maxLength: 5 },
    ),
    pCpus: fc.constantFrom(1, 2),
    scheduler: fc.constantFrom('credit' as const, 'credit2' as const),
  })
  fc.assert(
    fc.property(drawn, ({ domains, pCpus, scheduler }) => {
      const rule = orderRules[scheduler]
      const contenders = (factor: (width: number, at: number) => number) =>
        domains.map(({ weight, width, at, utilisation, service }) => ({
          weight: weight * factor(width, at),
          utilisation,
          serviceTimeSeconds: service,
        }))
      const requests = (part: (at: number) => number) =>
        domains.map((domain) => domain.requests + part(domain.at) * domain.more)
      const order = orderOf(
        contenders((width, at) => width ** at),
        pCpus,
        rule,
      )
      const within = orderWithin(
        contenders(() => 1),
        contenders((width) => width),
        pCpus,
        rule,
      )
      const { least, most } = within(
        requests(() => 0),
        requests(() => 1),
      )
      for (const [index, chanceAt] of order(requests((at) => 1 - at)).entries()) {
        expect(chanceAt).toBeGreaterThanOrEqual(least[index]! - 1e-12)
        expect(chanceAt).toBeLessThanOrEqual(most[index]! + 1e-12)
      }
    }),
    { numRuns: 500 },
  )
})
