import { expect, it } from 'vitest'
import { faultsOf, newRow, paperRows, setOf } from './domain-rows.ts'

it('asks for the set of the paper', () => {
  const set = setOf(paperRows(), '2', 'equal')
  expect(
    set?.realTime.map(({ name, periodMs, executionMs }) => [name, periodMs, executionMs]),
  ).toEqual(['rt1', 'rt2'].map((name) => [name, 100, 70]))
  expect(set?.others.map(({ name, weight }) => [name, weight])).toEqual(
    ['vm1', 'vm2', 'vm3', 'vm4'].map((name) => [name, 256]),
  )
})

it('asks for nothing while nothing is real-time, or the host has no pCPUs', () => {
  expect(setOf([newRow('vm1')], '2', 'equal')).toBeNull()
  expect(setOf(paperRows(), '', 'equal')).toBeNull()
  expect(setOf(paperRows(), '0', 'equal')).toBeNull()
})

it.each([
  ['name', { name: ' ' }],
  ['name', { name: 'rt2' }],
  ['periodMs', { periodMs: '0.5' }],
  ['executionMs', { executionMs: 'x' }],
  ['executionMs', { executionMs: '100.5' }],
  ['weight', { isRealTime: false, weight: '0' }],
])('names the fault in %s of %o', (field, change) => {
  const [row, ...rest] = paperRows()
  const rows = [{ ...row!, ...change }, ...rest]
  expect(Object.keys(faultsOf(rows).get(row!.key) ?? {})).toEqual([field])
  expect(setOf(rows, '2', 'equal')).toBeNull()
})

it('takes a decimal comma, and leaves alone what does not count', () => {
  const [row, ...rest] = paperRows()
  const rows = [{ ...row!, executionMs: '12,5', weight: 'x' }, ...rest]
  expect(setOf(rows, '2', 'weight')?.realTime[0]?.executionMs).toBe(12.5)
})
