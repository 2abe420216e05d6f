import { type Host, RealTimeSet } from '@steelyard/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  faultsOf,
  type HostDraft,
  hostFaults,
  isUnfinished,
  newRow,
  rowsDeclared,
  rowsOfHost,
  setOf,
  tooMany,
} from './domain-rows.ts'
import { realTimeRow, someRows } from './testing-rows.ts'

const on = (pCpus: string, share: HostDraft['share'] = 'equal'): HostDraft => ({
  pCpus,
  allowancePercent: '10',
  share,
})

it('asks about real-time domains and the others', () => {
  const set = setOf(someRows(), on('2'))
  expect(
    set?.realTime.map(({ name, periodMs, executionMs }) => [name, periodMs, executionMs]),
  ).toEqual(['rt1', 'rt2'].map((name) => [name, 100, 70]))
  expect(set?.others.map(({ name, weight }) => [name, weight])).toEqual(
    ['vm1', 'vm2'].map((name) => [name, 256]),
  )
})

it('asks about nothing while nothing is real-time, or the host has no pCPUs', () => {
  expect(setOf([newRow('vm1')], on('2'))).toBeNull()
  expect(setOf(someRows(), on(''))).toBeNull()
  expect(setOf(someRows(), on('0'))).toBeNull()
})

it.each([
  ['periodMs', { periodMs: '0.5' }],
  ['executionMs', { executionMs: 'x' }],
  ['executionMs', { executionMs: '100.5' }],
  ['weight', { isRealTime: false, weight: '0' }],
  ['vCpus', { isRealTime: false, vCpus: '0' }],
])('names the fault in %s of %o', (field, change) => {
  const [row, ...rest] = someRows()
  const rows = [{ ...row!, ...change }, ...rest]
  expect(Object.keys(faultsOf(rows).get(row!.key) ?? {})).toEqual([field])
  expect(setOf(rows, on('2'))).toBeNull()
})

it.each([
  ['', false],
  ['-1', false],
  ['101', false],
  ['0', true],
  ['7,5', true],
])('an allowance of “%s” is valid: %s', (allowancePercent, isValid) => {
  const draft = { ...on('2'), allowancePercent }
  expect('allowancePercent' in hostFaults(draft)).toBe(!isValid)
  expect(setOf(someRows(), draft) !== null).toBe(isValid)
})

it('accepts a decimal comma, and ignores unused fields', () => {
  const [row, ...rest] = someRows()
  const rows = [{ ...row!, executionMs: '12,5', weight: 'x' }, ...rest]
  expect(setOf(rows, on('2', 'weight'))?.realTime[0]?.executionMs).toBe(12.5)
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
  expect(setOf([{ ...realTimeRow('rt'), vCpus: '2' }, db!, unread!], on('8'))).toMatchObject({
    realTime: [{ name: 'rt', vCpus: 2 }],
    others: [
      { name: 'db', weight: 512, vCpus: 4 },
      { name: 'unread', weight: 256, vCpus: 1 },
    ],
  })
})

it('waits for a period and a CPU time before it asks, and calls neither an error', () => {
  const marked = newRow('db', true)
  expect(isUnfinished(marked)).toBe(true)
  expect(faultsOf([marked]).size).toBe(0)
  expect(setOf([marked], on('2'))).toBeNull()
  expect(setOf([{ ...marked, periodMs: '100' }], on('2'))).toBeNull()
  expect(setOf([{ ...marked, periodMs: '100', executionMs: '5' }], on('2'))).not.toBeNull()
})

it.each([
  [32, 64, null],
  [33, 0, 'At most 32 guests can be real-time. You marked 33.'],
  [1, 65, 'At most 64 other guests can be judged. This host has 65.'],
])('of %i real-time guests and %i others says: %s', (realTime, others, said) => {
  const rows = [
    ...Array.from({ length: realTime }, (_, i) => realTimeRow(`rt${i}`)),
    ...Array.from({ length: others }, (_, i) => newRow(`vm${i}`)),
  ]
  expect(tooMany(rows)).toBe(said)
  const set = setOf(rows, on('64'))
  expect(set !== null).toBe(said === null)
  if (set) expect(RealTimeSet.safeParse(set).success).toBe(true)
})

it('takes over what was declared before', () => {
  const realTime = [{ name: 'db', periodMs: 40, executionMs: 2.5 }]
  const [db, web] = rowsDeclared([newRow('db'), newRow('web')], { realTime })
  expect(db).toMatchObject({ isRealTime: true, periodMs: '40', executionMs: '2.5' })
  expect(web).toMatchObject({ isRealTime: false, periodMs: '' })
})

it('keeps a pin that was set through the API, as long as the host has that pCPU', () => {
  const realTime = [{ name: 'db', periodMs: 40, executionMs: 2.5, pCpu: 1 }]
  const rows = rowsDeclared([newRow('db')], { realTime })
  expect(setOf(rows, on('2'))?.realTime[0]).toMatchObject({ pCpu: 1 })
  expect(setOf(rows, on('1'))?.realTime[0]?.pCpu).toBeUndefined()
})

it('asks the API nothing that it refuses, and of one task whatever it takes', () => {
  const number = (...bounds: number[]) =>
    fc.oneof(fc.constantFrom(...bounds), fc.double({ min: -10, max: 20_000, noNaN: true }))
  fc.assert(
    fc.property(
      number(1, 10_000, 10_001),
      number(0.1, 0.05, 10_000),
      number(0, 100, 100.5),
      number(1, 65_535, 65_536, 1.5),
      (periodMs, executionMs, allowancePercent, weight) => {
        const typed = { periodMs: String(periodMs), executionMs: String(executionMs) }
        const rows = [
          { ...realTimeRow('rt'), ...typed },
          { ...newRow('vm1'), weight: String(weight), vCpus: '1' },
        ]
        const draft = { ...on('2'), allowancePercent: String(allowancePercent) }
        const wanted = RealTimeSet.safeParse({
          pCpus: 2,
          allowancePercent,
          share: 'equal',
          realTime: [{ name: 'rt', periodMs, executionMs }],
          others: [{ name: 'vm1', weight }],
        })
        const set = setOf(rows, draft)
        expect(set !== null).toBe(wanted.success)
        if (set) expect(RealTimeSet.safeParse(set).success).toBe(true)
      },
    ),
  )
})
