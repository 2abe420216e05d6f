import { expect, it } from 'vitest'
import { type Applied, driftOf, serialiseApplied } from './domain-drift.ts'

const applied: Applied = {
  uuid: 'u1',
  xenId: 4,
  weight: 384,
  cap: 50,
  applicationId: 'a1',
  appliedAt: '2026-11-21T00:00:00.000Z',
}
const asLeft = {
  applied: { ...applied },
  xenUuid: 'u1',
  xenId: 4,
  weight: 384,
  cap: 50,
  cpupool: 'Pool-0',
  goneAt: null,
}
const kinds = (change: Partial<Parameters<typeof driftOf>[0]>) =>
  driftOf({ ...asLeft, ...change }, null).map(({ kind }) => kind)

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

it('states both values', () => {
  const texts = driftOf({ ...asLeft, weight: 256, cap: 0 }, null).map(({ text }) => text)
  expect(texts).toEqual([
    'The weight is 256; Steelyard left 384.',
    'There is no cap now; Steelyard left 50 %.',
  ])
})

it('reports an affinity only where Steelyard has set one', () => {
  const pinned = { ...asLeft, applied: { ...applied, affinity: ['0-1'] } }
  expect(driftOf(pinned, ['0-1'])).toEqual([])
  expect(driftOf(pinned, null)).toEqual([])
  expect(driftOf(asLeft, ['3'])).toEqual([])
  expect(driftOf(pinned, ['all'])).toEqual([
    { kind: 'affinity', text: 'It may run on pCPUs all now; Steelyard left 0-1.' },
  ])
  const { weight: _, cap: __, ...onlyPinned } = pinned.applied
  expect(driftOf({ ...pinned, applied: onlyPinned, weight: 1, cap: 9 }, ['0-1'])).toEqual([])
})

it('reports a domain that has left the cpupool into which it was moved', () => {
  const moved = { ...asLeft, applied: { ...applied, cpupool: 'steelyard-rt' } }
  expect(driftOf({ ...moved, cpupool: 'steelyard-rt' }, null)).toEqual([])
  expect(driftOf(moved, null).map(({ kind }) => kind)).toEqual(['cpupool'])
  expect(serialiseApplied(moved.applied)?.configLines).toContain('pool = "steelyard-rt"')
  expect(serialiseApplied({ ...applied, cpupool: 'Pool-0' })?.configLines).toHaveLength(2)
})

it('offers the lines for pins, and for Domain-0 what to run when it starts', () => {
  const { weight: _, cap: __, ...left } = applied
  const lines = (affinity: string[], xenId = 4) =>
    serialiseApplied({ ...left, xenId, affinity })?.configLines
  expect(lines(['0-1,3'])).toEqual(['cpus = "0-1,3"'])
  expect(lines(['1', '2-3'])).toEqual(['cpus = ["1", "2-3"]'])
  expect(lines(['all'])).toEqual([])
  expect(lines(['0'], 0)).toEqual(['xl vcpu-pin 0 all 0'])
})

it('offers the lines for the configuration file, and the cap only where there is one', () => {
  expect(serialiseApplied(applied)?.configLines).toEqual(['cpu_weight = 384', 'cap = 50'])
  expect(serialiseApplied({ ...applied, cap: 0 })?.configLines).toEqual(['cpu_weight = 384'])
  expect(serialiseApplied(null)).toBeNull()
})
