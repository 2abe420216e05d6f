import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideRest, type OtherDomain, percentLeft } from './divide-rest.ts'

const total = (parts: { percent: number }[]) => parts.reduce((sum, { percent }) => sum + percent, 0)
const divided = (left: number[], ...others: Partial<OtherDomain>[]) =>
  divideRest(
    {
      others: others.map((each, index) => ({ name: `vm${index}`, weight: 1, ...each })),
      share: 'equal',
    },
    left,
  ).map(total)

test('gives each its least first, at the expense of the others', () => {
  expect(divided([30], { leastPercent: 20 }, {})).toEqual([20, 10])
  expect(divided([30], { leastPercent: 20 }, { leastPercent: 20 })).toEqual([15, 15])
})

test('gives nobody more than its most, and the rest to the others', () => {
  expect(divided([30], { mostPercent: 10 }, {})).toEqual([10, 20])
  expect(divided([30], { mostPercent: 10 }, { mostPercent: 5 })).toEqual([10, 5])
})

test('on one pCPU, uses up what is left unless the bounds forbid it', () => {
  const bounded = fc
    .record({ least: fc.integer({ min: 1, max: 40 }), more: fc.integer({ min: 0, max: 60 }) })
    .map(({ least, more }) => ({ leastPercent: least, mostPercent: least + more }))
  const hosts = fc.record({
    left: fc.integer({ min: 0, max: 100 }),
    others: fc.array(bounded, { minLength: 1, maxLength: 6 }),
  })
  fc.assert(
    fc.property(hosts, ({ left, others }) => {
      const given = divided([left], ...others)
      const sum = (of: readonly number[]) => of.reduce((all, each) => all + each, 0)
      const leasts = sum(others.map(({ leastPercent }) => leastPercent))
      const mosts = sum(others.map(({ mostPercent }) => mostPercent))
      expect(sum(given)).toBe(Math.min(left, mosts))
      for (const [index, percent] of given.entries()) {
        expect(percent).toBeLessThanOrEqual(others[index]!.mostPercent)
        if (leasts <= left) expect(percent).toBeGreaterThanOrEqual(others[index]!.leastPercent)
      }
    }),
    { numRuns: 300, seed: 3 },
  )
})

test('says that nothing is left where the real-time domains need more than there is', () => {
  const task = (name: string) => ({ name, periodSeconds: 0.1, executionSeconds: 0.07 })
  expect(percentLeft({ pCpus: 1, realTime: [task('a'), task('b')] })).toEqual([0])
  expect(percentLeft({ pCpus: 2, realTime: [task('a')] })).toEqual([30, 100])
})

test('on several pCPUs, never hands out more of one than is left of it', () => {
  const others = fc.array(
    fc.record({
      weight: fc.integer({ min: 1, max: 65535 }),
      vCpus: fc.integer({ min: 1, max: 3 }),
      leastPercent: fc.integer({ min: 1, max: 60 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  const lefts = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(lefts, others, (left, drawn) => {
      const named = drawn.map((each, index) => ({ name: `vm${index}`, ...each }))
      const parts = divideRest({ others: named, share: 'weight' }, left).flat()
      for (const [pCpu, most] of left.entries()) {
        expect(total(parts.filter((part) => part.pCpu === pCpu))).toBeLessThanOrEqual(most)
      }
    }),
    { numRuns: 300, seed: 4 },
  )
})
