import { describe, test } from 'vitest'
import {
  compareLooseBoundsWithOptimum,
  compareSearchWithEnumeration,
} from './branch-on-boxes.fixture.ts'

describe('by bounds of SDPS over parts of the grid', () => {
  test('agrees with exhaustive enumeration on the optimum and on infeasibility', () =>
    compareSearchWithEnumeration(80))

  test('a bound that does not close is still valid', () => compareLooseBoundsWithOptimum(30))
})
