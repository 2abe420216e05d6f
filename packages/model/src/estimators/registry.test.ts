import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { HostLoad } from '../load/host-load.ts'
import { equalWeights, paperLoad } from '../paper-loads.fixture.ts'
import type { DelayAwareFit } from './delay-aware-fit.ts'
import type { Estimator, Influence } from './estimator.ts'
import { ESTIMATORS, FORMULA_IDS } from './registry.ts'

const all: readonly Estimator[] = Object.values(ESTIMATORS)

test('every estimator is listed under its own id', () => {
  for (const [id, estimator] of Object.entries(ESTIMATORS)) expect(estimator.id).toBe(id)
})

test.each(all)('$id returns the times that its `speaksOf` declares', (estimator) => {
  const { domains } = estimator.estimate(paperLoad([30, 30, 100]), equalWeights)
  for (const { loggedTimeSeconds } of domains) {
    expect(loggedTimeSeconds !== undefined).toBe(estimator.speaksOf === 'both')
  }
})

test.each(all)('$id has no time for a domain without arrivals, and says so', (estimator) => {
  const [, , idle] = estimator.estimate(paperLoad([30, 30, 0]), equalWeights, {
    delayAwareFit: {
      coefficients: { alpha: 1, beta: 1, gamma: 1 },
      standardErrors: { alpha: 0, beta: 0, gamma: 0 },
      n: 20,
      crossValidated: { medianApe: 0, meanApe: 0 },
      blocks: [],
    },
  }).domains
  expect(idle).toMatchObject({
    name: 'vm3',
    responseTimeSeconds: null,
    valid: false,
    reasons: [{ code: 'no-arrivals' }],
  })
  for (const value of Object.values(idle!.reasons[0]!.numbers)) expect(value).toBe(0)
})

test.each(all)('$id states what it assumes', (estimator) => {
  const { assumptions } = estimator.estimate(paperLoad([30, 30, 100]), equalWeights)
  expect(assumptions.length).toBeGreaterThan(0)
})

test('formulas come in the order of their errors on recordings', () => {
  const spreads = FORMULA_IDS.map((id) => ESTIMATORS[id].forecast.lastingSpread)
  expect(spreads).toEqual(spreads.toSorted((a, b) => a - b))
  expect(FORMULA_IDS).toHaveLength(
    all.filter(({ forecast }) => typeof forecast === 'object').length,
  )
})

test.each(['explanation/numbers.md', 'reference/assumptions.md'])(
  'docs/%s has a row for every estimator, which begins with its label',
  async (document) => {
    const url = new URL(`../../../../docs/${document}`, import.meta.url)
    const text = await readFile(url, 'utf8')
    const labels = all.map(({ label }) => label)
    expect(labels.filter((label) => !text.includes(`\n| ${label} `))).toEqual([])
  },
)

describe('what an estimator claims to be blind to', () => {
  const coefficients = { alpha: 1, beta: 1, gamma: 1 }
  const delayAwareFit: DelayAwareFit = {
    coefficients,
    standardErrors: coefficients,
    n: 10,
    crossValidated: { medianApe: 0.1, meanApe: 0.1 },
    blocks: [],
  }
  const times = (estimator: Estimator, load: HostLoad, weights = equalWeights) =>
    estimator
      .estimate(load, weights, { delayAwareFit })
      .domains.map(({ responseTimeSeconds }) => responseTimeSeconds)

  const known = {
    runnableWaitPerRequestSeconds: 0.002,
    logServiceTimeSeconds: 0.004,
    logServiceTimeVarianceSeconds2: 1e-4,
    interArrivalVarianceSeconds2: 1e-3,
  }
  const busy = paperLoad([30, 30, 100])
  const load: HostLoad = {
    ...busy,
    domain0: { serviceTimeSeconds: 0.0005, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    domains: busy.domains.map((domain) => ({ ...domain, ...known })),
  }
  const withDomains = (change: (domain: HostLoad['domains'][number]) => object): HostLoad => ({
    ...load,
    domains: load.domains.map((domain) => ({ ...domain, ...change(domain) })),
  })
  const [first] = load.domains
  const asked: Partial<Record<Influence, (estimator: Estimator) => (number | null)[]>> = {
    weights: (estimator) => times(estimator, load, { ...equalWeights, [first!.name]: 512 }),
    cap: (estimator) =>
      times(
        estimator,
        withDomains(() => ({ capPercent: 22 })),
      ),
    load: (estimator) =>
      times(
        estimator,
        withDomains(({ arrivalRatePerSecond }) => ({
          arrivalRatePerSecond: arrivalRatePerSecond / 2,
        })),
      ),
  }

  test.each(all)('$id does not depend on it, and depends on the rest', (estimator) => {
    const before = times(estimator, load)
    expect(before).not.toContain(null)
    for (const [influence, ask] of Object.entries(asked)) {
      const isBlind = estimator.blindTo.includes(influence as Influence)
      const after = ask(estimator)
      const isSame = after.every((seconds, k) => Math.abs(seconds! - before[k]!) < 1e-12)
      expect([influence, isSame]).toEqual([influence, isBlind])
    }
  })
})
