import { expect, test } from 'vitest'
import { findConflicts } from './find-conflicts.ts'

const infeasibleWhen =
  (...sets: string[][]) =>
  (names: readonly string[]) =>
    !sets.some((set) => set.every((name) => names.includes(name)))

test('finds each of several irreducible sets', () => {
  const feasible = infeasibleWhen(['a', 'b'], ['c', 'd'], ['e'])
  const found = findConflicts(['a', 'b', 'c', 'd', 'e', 'f'], feasible)
  expect(found).toContainEqual(['a', 'b'])
  expect(found).toContainEqual(['c', 'd'])
  expect(found).toContainEqual(['e'])
  expect(found).toHaveLength(3)
})

test('returns no sets when all targets are feasible', () => {
  expect(findConflicts(['a', 'b'], infeasibleWhen(['c']))).toEqual([])
})
