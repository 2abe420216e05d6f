import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Contender, orderOf, orderRules, orderWithin } from './sdps-order.ts'

const small: Contender = { weight: 256, utilisation: 1e-9, serviceTimeSeconds: 1e-6 }
const heavy: Contender = { weight: 256, utilisation: 0.8, serviceTimeSeconds: 0.01 }

/** a_kj: the chance that the older request, of j, is done before the younger, of k. */
function chance(
  contenders: readonly Contender[],
  [k, j]: [number, number],
  requests: readonly number[],
  scheduler: 'credit' | 'credit2' = 'credit',
): number {
  const order = orderOf(contenders, 1, orderRules[scheduler])(requests)
  return order[k * contenders.length + j]!
}

describe('credit', () => {
  test('two domains that are hardly there, with short requests: in order of arrival', () => {
    expect(chance([small, small], [0, 1], [0, 0])).toBeCloseTo(1, 3)
  })

  test('between two that are alone in their domains a long one loses its boost at a tick', () => {
    const long = { ...small, serviceTimeSeconds: 0.1 }
    // (1 - e^-10) / 10 of it is boosted.
    expect(chance([long, long], [0, 1], [0, 0])).toBeCloseTo(0.1, 3)
  })

  test('who finds its domain empty goes before a domain with a queue beyond its share', () => {
    const beyond = { ...heavy, weight: 16 }
    expect(chance([small, beyond], [0, 1], [0, 100])).toBeLessThan(0.01)
    expect(chance([small, beyond], [1, 0], [0, 100])).toBeGreaterThan(0.99)
  })

  test('just its share of what is awake is even odds: by hand', () => {
    // Whole = 512: the other is awake with 0.25 512 = 128, so the share of the first is 2 / 3.
    const just = { weight: 256, utilisation: 2 / 3, serviceTimeSeconds: 1e-9 }
    const other = { weight: 256, utilisation: 0.25, serviceTimeSeconds: 1e-9 }
    // The second: 256 of 512, rho 0.25 of 0.5, 1 / (1 + 0.5^2.5).
    const boosted = 1 / (1 + 0.5 ** 2.5)
    const pulls = 0.25 ** -2 / (0.25 ** -2 + (2 / 3) ** -2)
    expect(chance([just, other], [0, 1], [0, 0])).toBeCloseTo(
      boosted + (1 - boosted) * (1 - 0.5) * pulls,
      6,
    )
  })
})

test('credit2 knows no boost: equal domains share evenly, others nearly by weight', () => {
  const more = { ...heavy, weight: 1024 }
  expect(chance([heavy, heavy], [0, 1], [3, 3], 'credit2')).toBeCloseTo(0.5, 12)
  expect(chance([heavy, more], [0, 1], [3, 3], 'credit2')).toBeCloseTo(0.8, 12)
  // Four requests among themselves have as much as one.
  expect(chance([heavy, more], [0, 1], [0, 3], 'credit2')).toBeCloseTo(0.5, 12)
})

test('credit2 with one runqueue for several pCPUs: who waits is decided by weight to that power', () => {
  const more = { ...heavy, weight: 512 }
  const overtaken = (pCpus: number) => orderOf([heavy, more], pCpus, orderRules.credit2)([0, 0])[1]
  expect(overtaken(1)).toBeCloseTo(2 / 3, 12)
  expect(overtaken(2)).toBeCloseTo(4 / 5, 12)
  expect(overtaken(4)).toBeCloseTo(16 / 17, 12)
  // Sockets of 16 have a runqueue each.
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

test('are chances; more weight puts a domain before each other one and leaves third ones alone', () => {
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

test('weights and numbers of requests between two have orders between two', () => {
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
