import { describe, expect, test } from 'vitest'
import { checkProblem } from './check-problem.ts'
import { paperProblem } from './problems.fixture.ts'
import type { WeightProblem } from './weight-problem.ts'
import { WeightProblemError } from './weight-problem-error.ts'

/** The code and details of the error, or null for a valid problem. */
function refusal(changes: Partial<WeightProblem>) {
  try {
    checkProblem({ ...paperProblem, ...changes })
    return null
  } catch (error) {
    if (!(error instanceof WeightProblemError)) throw error
    return { code: error.code, ...error.details }
  }
}

describe('the step', () => {
  test.each([1, 0.5, 1 / 3, 0.05, 1 / 7, 0.01, 1 / 999])(
    'takes %d, which divides 1',
    (stepShare) => {
      expect(refusal({ stepShare })).toBeNull()
    },
  )

  test.each([0, -0.5, 0.3, 0.0501, 1.5, 2, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %d',
    (stepShare) => {
      expect(refusal({ stepShare })).toEqual({ code: 'invalid-step', stepShare })
    },
  )

  test('allows for the rounding errors of a share, and for no more', () => {
    expect(refusal({ stepShare: 0.05 * (1 + 1e-10) })).toBeNull()
    expect(refusal({ stepShare: 0.05 * (1 + 1e-8) })).toMatchObject({ code: 'invalid-step' })
    expect(refusal({ stepShare: 0.05 * (1 - 1e-8) })).toMatchObject({ code: 'invalid-step' })
  })
})

describe('names', () => {
  test.each<[string, Partial<WeightProblem>]>([
    ['bounds', { bounds: { vm1: {}, vm9: {} } }],
    ['targets', { targets: { vm1: 1, vm9: 1 } }],
    ['factors', { factors: { vm1: 1, vm9: 1 } }],
    ['excluded', { excluded: ['vm1', 'vm9'] }],
    ['alike', { alike: [['vm1', 'vm2'], ['vm9']] }],
  ])('refuses a domain of another host among the %s', (_, changes) => {
    expect(refusal(changes)).toEqual({ code: 'unknown-domain', name: 'vm9' })
  })

  test('takes every domain of the host anywhere', () => {
    const names = ['vm1', 'vm2', 'vm3']
    const all = Object.fromEntries(names.map((name) => [name, 1]))
    const valid = { targets: all, factors: all, excluded: names, alike: [names] }
    expect(refusal({ ...valid, bounds: { vm1: {}, vm2: {}, vm3: {} } })).toBeNull()
  })
})

describe('numbers', () => {
  const quantities = ['targets', 'factors', 'aloneSeconds'] as const
  const wrong = [0, -1, Number.NaN, Number.POSITIVE_INFINITY]
  test.each(quantities.flatMap((quantity) => wrong.map((value) => [quantity, value] as const)))(
    'refuses %s of %d',
    (quantity, value) => {
      const changes = { [quantity]: { vm1: 1, vm2: value } }
      expect(refusal(changes)).toEqual({ code: 'invalid-number', name: 'vm2' })
    },
  )

  test.each(quantities)('takes %s above zero, however small', (quantity) => {
    expect(refusal({ [quantity]: { vm1: Number.MIN_VALUE } })).toBeNull()
  })
})

describe('bounds', () => {
  test.each([
    {},
    { minShare: 0 },
    { maxShare: 1 },
    { minShare: 0, maxShare: 1 },
    { minShare: 0.4, maxShare: 0.4 },
    { minShare: 1 },
    { maxShare: 0 },
  ])('takes %o', (vm2) => {
    expect(refusal({ bounds: { vm2 } })).toBeNull()
  })

  test.each([
    { minShare: -0.01, maxShare: 1 },
    { minShare: 0, maxShare: 1.01 },
    { minShare: 0.41, maxShare: 0.4 },
    { minShare: Number.NaN, maxShare: 1 },
    { minShare: 0, maxShare: Number.NaN },
  ])('refuses %o', (vm2) => {
    const refused = refusal({ bounds: { vm1: {}, vm2 } })
    expect(refused).toEqual({ code: 'invalid-number', name: 'vm2', ...vm2 })
  })
})

describe('the times alone', () => {
  const idle = structuredClone(paperProblem.load)
  idle.domains[2]!.arrivalRatePerSecond = 0

  test.each(['mean-slowdown', 'meet-targets'] as const)(
    '%s needs one for each domain with requests',
    (objective) => {
      const two = { vm1: 0.01, vm2: 0.01 }
      expect(refusal({ objective })).toEqual({ code: 'invalid-number', name: 'vm1' })
      expect(refusal({ objective, aloneSeconds: two })).toEqual({
        code: 'invalid-number',
        name: 'vm3',
      })
      expect(refusal({ objective, aloneSeconds: { ...two, vm3: 0.01 } })).toBeNull()
      expect(refusal({ objective, aloneSeconds: two, load: idle })).toBeNull()
    },
  )

  test.each(['total-delay', 'mean-over-requests'] as const)('%s needs none', (objective) => {
    expect(refusal({ objective })).toBeNull()
  })
})
