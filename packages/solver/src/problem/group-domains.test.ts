import { expect, test } from 'vitest'
import { groupDomains } from './group-domains.ts'
import { drawnLoad, paperProblem } from './problems.fixture.ts'

const problem = { ...paperProblem, load: drawnLoad(5, 3) }
const none = new Set<string>()

test('every domain is on its own, in the order of the load', () => {
  const groups = [['vm1'], ['vm2'], ['vm3'], ['vm4'], ['vm5']]
  expect(groupDomains(problem, none)).toEqual(groups)
  expect(groupDomains({ ...problem, alike: [] }, none)).toEqual(groups)
})

test('a group stands where its first domain does, with its members in the order of the load', () => {
  const alike = [
    ['vm5', 'vm2'],
    ['vm4', 'vm1'],
  ]
  expect(groupDomains({ ...problem, alike }, none)).toEqual([
    ['vm1', 'vm4'],
    ['vm2', 'vm5'],
    ['vm3'],
  ])
})

test('a kept domain leaves its group', () => {
  const alike = [['vm1', 'vm2', 'vm3']]
  expect(groupDomains({ ...problem, alike }, new Set(['vm2', 'vm5']))).toEqual([
    ['vm1', 'vm3'],
    ['vm2'],
    ['vm4'],
    ['vm5'],
  ])
})

test('a name listed twice in one group counts once', () => {
  const alike = [['vm1', 'vm2', 'vm1']]
  expect(groupDomains({ ...problem, alike }, none)[0]).toEqual(['vm1', 'vm2'])
})

test('refuses a domain in two groups, kept or not', () => {
  const alike = [
    ['vm1', 'vm2'],
    ['vm3', 'vm2'],
  ]
  const refused = expect.objectContaining({ code: 'alike-twice', details: { name: 'vm2' } })
  expect(() => groupDomains({ ...problem, alike }, none)).toThrow(refused)
  expect(() => groupDomains({ ...problem, alike }, new Set(['vm2']))).toThrow(refused)
})
