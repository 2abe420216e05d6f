import { expect, test } from 'vitest'
import { answer, shown } from './product.fixture.ts'
import { productCoverage } from './product-coverage.ts'

const six = Array.from({ length: 6 }, (_, index) => index)
/** Each recording’s model is off by this much, to either side. */
const errorsOf = (recording: string, log: number) =>
  six.map((index) => answer(recording, 0.01 * Math.exp(index % 2 ? log : -log)))
const errorsOfEach = (recordings: string, log: number) =>
  [...recordings].flatMap((recording) => errorsOf(recording, log))

test('no recording judges itself', () => {
  // The model is far off on a alone, so only the intervals for b are wide.
  const errors = [...errorsOf('a', 2), ...errorsOfEach('bcd', 0.01)]
  const cases = [shown('a', 'b', 0.02), shown('b', 'a', 0.02)]
  const [{ all, bands }] = productCoverage({ errors, cases }) as [
    ReturnType<typeof productCoverage>[number],
  ]
  expect([all.n, all.inside]).toEqual([2, 1])
  expect(bands.map(({ n }) => n)).toEqual([2, 0, 0])
})

test('counts by what is predicted, whether the product would use the estimator, and band', () => {
  const errors = errorsOfEach('abcd', 0.2)
  const cases = [
    shown('a', 'b', 0.0101),
    shown('a', 'b', 0.5, { question: 'forecast' }),
    shown('b', 'a', 0.0101, { question: 'forecast', band: 2 }),
    shown('b', 'a', 0.0101, { isDefault: false }),
  ]
  const rows = productCoverage({ errors, cases })
  expect(rows.map(({ statistic, question, asked }) => [statistic, question, asked])).toEqual([
    ['mean', 'diagnosis', 'default'],
    ['mean', 'forecast', 'default'],
  ])
  const [now, whatIf] = rows
  expect(now!.all).toMatchObject({ n: 1, inside: 1 })
  expect(whatIf!.all).toMatchObject({ n: 2, inside: 1 })
  expect(whatIf!.bands.map(({ n, inside }) => [n, inside])).toEqual([
    [1, 0],
    [0, 0],
    [1, 1],
  ])
  expect(whatIf!.bands[1]!.meanFactor).toBeNull()
  expect(whatIf!.domains).toEqual({ vm1: whatIf!.all })
  expect(whatIf!.grades).toEqual({ thin: whatIf!.all })
})

test('the factor is how far an interval reaches to either side', () => {
  const errors = errorsOfEach('bde', 0.3)
  const factor = (chance: number) =>
    productCoverage({
      errors,
      cases: [shown('a', 'c', 0.01, { based: { chance: { vm1: chance } } })],
    })[0]!.all.meanFactor!
  expect(factor(0)).toBeGreaterThan(Math.exp(0.3 * 1.645))
  expect(factor(0.5)).toBeGreaterThan(factor(0))
})

test('nothing is said of a model that no other recording shows to be off or right', () => {
  const cases = [shown('a', 'b', 0.01), shown('a', 'b', 0.01, { question: 'forecast' })]
  expect(productCoverage({ errors: errorsOf('a', 0.3), cases })).toEqual([])
  expect(productCoverage({ errors: errorsOfEach('abcd', 0.3), cases })).toHaveLength(2)
})
