import type { Host } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { faultsOf, newRow, paperRows, rowsOfHost, setOf } from './domain-rows.ts'

it('asks about the set of the paper', () => {
  const set = setOf(paperRows(), '2', 'equal')
  expect(
    set?.realTime.map(({ name, periodMs, executionMs }) => [name, periodMs, executionMs]),
  ).toEqual(['rt1', 'rt2'].map((name) => [name, 100, 70]))
  expect(set?.others.map(({ name, weight }) => [name, weight])).toEqual(
    ['vm1', 'vm2', 'vm3', 'vm4'].map((name) => [name, 256]),
  )
})

it('asks about nothing while nothing is real-time, or the host has no pCPUs', () => {
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
  ['vCpus', { isRealTime: false, vCpus: '0' }],
])('names the fault in %s of %o', (field, change) => {
  const [row, ...rest] = paperRows()
  const rows = [{ ...row!, ...change }, ...rest]
  expect(Object.keys(faultsOf(rows).get(row!.key) ?? {})).toEqual([field])
  expect(setOf(rows, '2', 'equal')).toBeNull()
})

it('accepts a decimal comma, and ignores unused fields', () => {
  const [row, ...rest] = paperRows()
  const rows = [{ ...row!, executionMs: '12,5', weight: 'x' }, ...rest]
  expect(setOf(rows, '2', 'weight')?.realTime[0]?.executionMs).toBe(12.5)
})

it('takes weights and vCPUs from the host, and requires them', () => {
  const seen = { id: 'x', gone: false, weight: 512, vCpus: 4 }
  const domains = [
    { ...seen, name: 'Domain-0' },
    { ...seen, name: 'db' },
    { ...seen, name: 'unread', weight: null, vCpus: null },
    { ...seen, name: 'was', gone: true },
  ] as unknown as Host['domains']
  const [db, unread, ...none] = rowsOfHost({ domains })
  expect(none).toEqual([])
  expect(setOf([newRow('rt', true, { vCpus: 2 }), db!, unread!], '8', 'equal')).toMatchObject({
    realTime: [{ name: 'rt', vCpus: 2 }],
    others: [
      { name: 'db', weight: 512, vCpus: 4 },
      { name: 'unread', weight: 256, vCpus: 1 },
    ],
  })
})
