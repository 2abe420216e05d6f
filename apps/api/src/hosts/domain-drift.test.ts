import { expect, it } from 'vitest'
import { type Applied, driftOf, serialiseApplied } from './domain-drift.ts'

const applied: Applied = {
  ...{ uuid: 'u1', xenId: 4, weight: 384, cap: 50 },
  ...{ applicationId: 'a1', appliedAt: '2026-11-21T00:00:00.000Z' },
}
const asLeft = {
  applied: { ...applied },
  xenUuid: 'u1',
  xenId: 4,
  weight: 384,
  cap: 50,
  goneAt: null,
}
const kinds = (change: Partial<Parameters<typeof driftOf>[0]>) =>
  driftOf({ ...asLeft, ...change }).map(({ kind }) => kind)

it.each<[string, Parameters<typeof kinds>[0], string[]]>([
  ['as it was left', {}, []],
  ['never written to', { applied: null, weight: 1 }, []],
  ['another weight', { weight: 300 }, ['weight']],
  ['another cap', { cap: 0 }, ['cap']],
  ['a scheduler without weights', { weight: null, cap: null }, ['weight', 'cap']],
  ['restarted', { xenId: 9, weight: 256, cap: 0 }, ['recreated', 'weight', 'cap']],
  ['created anew', { xenUuid: 'u2', xenId: 9, weight: 256 }, ['recreated', 'weight']],
  ['restarted with the values in its configuration file', { xenId: 9 }, []],
  ['gone', { goneAt: new Date(), weight: 256 }, ['gone']],
])('a domain %s', (_, change, expected) => {
  expect(kinds(change)).toEqual(expected)
})

it('says both values', () => {
  const texts = driftOf({ ...asLeft, weight: 256, cap: 0 }).map(({ text }) => text)
  expect(texts).toEqual([
    'The weight is 256; Steelyard left 384.',
    'There is no cap now; Steelyard left 50 %.',
  ])
})

it('offers the lines for the configuration file, the cap only where there is one', () => {
  expect(serialiseApplied(applied)?.configLines).toEqual(['cpu_weight = 384', 'cap = 50'])
  expect(serialiseApplied({ ...applied, cap: 0 })?.configLines).toEqual(['cpu_weight = 384'])
  expect(serialiseApplied(null)).toBeNull()
})
