import { expect, it } from 'vitest'
import { widestError } from './ranking-scale.ts'

const of = (medianApe: number | null, mape: number | null = medianApe) => ({ medianApe, mape })

it('fills the width with the largest error there is', () => {
  expect(widestError([of(0.1, 0.15), of(0.3, 0.4)])).toBe(0.4)
})

it('does not let one that is far off flatten the others', () => {
  expect(widestError([of(0.1, 0.15), of(0.6, 0.9), of(6, 12)])).toBe(0.9)
  expect(widestError([of(0.01), of(6)])).toBe(0.5)
})

it('has a width where nothing was measured', () => {
  expect(widestError([of(null)])).toBeGreaterThan(0)
  expect(widestError([])).toBeGreaterThan(0)
})
