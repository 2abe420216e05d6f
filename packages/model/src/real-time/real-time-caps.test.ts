import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelInputError } from '../model-input-error.ts'
import { type RealTimeHost, realTimeCaps } from './real-time-caps.ts'

const task = (name: string, executionMs: number) => ({
  name,
  periodSeconds: 0.1,
  executionSeconds: executionMs / 1000,
})
const other = (name: string, weight = 256) => ({ name, weight })

const caps = (host: RealTimeHost) =>
  Object.fromEntries(realTimeCaps(host).caps.map(({ name, capPercent }) => [name, capPercent]))

test("the paper's host: T(100,70) on each of two pCPUs leaves 30 % of each", () => {
  const host = {
    pCpus: 2,
    realTime: [task('rt1', 70), task('rt2', 70)],
    others: [other('a'), other('b')],
    share: 'equal',
  } as const
  expect(realTimeCaps(host)).toMatchObject({
    caps: [
      { name: 'a', capPercent: 30, parts: [{ pCpu: 0, percent: 30 }] },
      { name: 'b', capPercent: 30, parts: [{ pCpu: 1, percent: 30 }] },
    ],
    pCpus: [
      { leftPercent: 30, realTime: ['rt1'], others: ['a'] },
      { leftPercent: 30, realTime: ['rt2'], others: ['b'] },
    ],
  })
})

test('divides the rest equally or by weight', () => {
  const host = {
    pCpus: 1,
    realTime: [task('rt', 70)],
    others: [other('a', 512), other('b', 256)],
  }
  expect(caps({ ...host, share: 'equal' })).toEqual({ a: 15, b: 15 })
  expect(caps({ ...host, share: 'weight' })).toEqual({ a: 20, b: 10 })
})

test('places a domain without deadlines on the pCPU with the most left and gives it all of that', () => {
  const found = realTimeCaps({
    pCpus: 2,
    realTime: [task('rt', 70)],
    others: [other('a')],
    share: 'equal',
  })
  expect(found.caps).toEqual([{ name: 'a', capPercent: 100, parts: [{ pCpu: 1, percent: 100 }] }])
})

test('gives a domain of four vCPUs the pCPUs that no other domain needs', () => {
  const host = {
    pCpus: 8,
    realTime: [task('rt', 70)],
    others: [{ ...other('db'), vCpus: 4 }],
    share: 'equal',
  } as const
  const [db] = realTimeCaps(host).caps
  expect(db!.capPercent).toBe(400)
  expect(db!.parts.map(({ percent }) => percent)).toEqual([100, 100, 100, 100])
})

test('places further vCPUs on the largest rest and equalises the caps as far as possible', () => {
  const others = [{ ...other('db'), vCpus: 4 }, other('a'), other('b')]
  const host = { pCpus: 2, realTime: [task('rt', 70)], others, share: 'equal' } as const
  // 130 percent for three domains: a and b are on the free pCPU, db is on both.
  expect(caps(host)).toEqual({ db: 44, a: 43, b: 43 })
  expect(caps({ ...host, others: [{ ...other('db'), vCpus: 2 }] })).toEqual({ db: 130 })
})

test('finds a percent for every domain if one exists', () => {
  const light = Array.from({ length: 8 }, (_, index) => other(`vm${index}`, 1))
  const found = realTimeCaps({
    pCpus: 2,
    realTime: [task('rt0', 70), task('rt1', 95)],
    others: [other('heavy', 65535), ...light],
    share: 'weight',
  })
  expect(Math.min(...found.caps.map(({ capPercent }) => capPercent))).toBe(1)
  // A domain that moved for its percent keeps nothing where it was placed first.
  expect(found.caps.map(({ parts }) => parts.length)).toEqual(new Array(9).fill(1))
})

test('places the heaviest first, so that it gets the pCPU with the most left', () => {
  const others = [other('light', 1), other('heavy', 9)]
  const host = { pCpus: 2, realTime: [task('rt', 70)], others, share: 'weight' } as const
  expect(realTimeCaps(host).caps).toEqual([
    { name: 'light', capPercent: 30, parts: [{ pCpu: 0, percent: 30 }] },
    { name: 'heavy', capPercent: 100, parts: [{ pCpu: 1, percent: 100 }] },
  ])
})

test('a percent that two have earned alike goes to the heavier: 4 % at 1 to 2 are 1 and 3', () => {
  const others = [other('light', 256), other('heavy', 512)]
  const host = { pCpus: 1, realTime: [task('rt', 96)], others, share: 'weight' } as const
  expect(caps(host)).toEqual({ light: 1, heavy: 3 })
})

test('lists the parts of a cap by pCPU, and where each real-time domain was counted', () => {
  const found = realTimeCaps({
    pCpus: 2,
    realTime: [task('small', 20), task('large', 70)],
    others: [{ ...other('db'), vCpus: 2 }],
    share: 'equal',
  })
  expect(found.caps[0]!.parts).toEqual([
    { pCpu: 0, percent: 30 },
    { pCpu: 1, percent: 80 },
  ])
  expect(found.places).toEqual([
    { name: 'small', pCpu: 1 },
    { name: 'large', pCpu: 0 },
  ])
})

test('a percent for each is just enough: 2 % for two', () => {
  const others = [other('a'), other('b', 65535)]
  const host = { pCpus: 1, realTime: [task('rt', 98)], others, share: 'weight' } as const
  expect(caps(host)).toEqual({ a: 1, b: 1 })
})

test('says by how much it is infeasible', () => {
  const detailsOf = (executions: number[], count: number) => {
    try {
      realTimeCaps({
        pCpus: 1,
        realTime: executions.map((ms, index) => task(`rt${index}`, ms)),
        others: Array.from({ length: count }, (_, index) => other(`vm${index}`)),
        share: 'equal',
      })
    } catch (error) {
      return (error as ModelInputError).details
    }
  }
  expect(detailsOf([70, 40], 1)).toEqual({ utilisation: expect.closeTo(1.1, 12), pCpus: 1 })
  expect(detailsOf([98], 3)).toEqual({ leftPercent: 2, others: 3 })
})

test('lowers the caps for a further real-time domain', () => {
  const host = (...tasks: number[]) =>
    caps({
      pCpus: 1,
      realTime: tasks.map((executionMs, index) => task(`rt${index}`, executionMs)),
      others: [other('a')],
      share: 'equal',
    })
  expect([host(50), host(50, 20), host(50, 20, 10.5)]).toEqual([{ a: 50 }, { a: 30 }, { a: 19 }])
})

test('gives a light weight at least 1 %, because 0 would mean no cap', () => {
  const others = [other('heavy', 65535), other('light', 1)]
  expect(caps({ pCpus: 1, realTime: [task('rt', 70)], others, share: 'weight' })).toEqual({
    heavy: 29,
    light: 1,
  })
})

test.each([
  ['too much real-time work', [70, 40], 1, { utilisation: expect.closeTo(1.1, 12), pCpus: 1 }],
  ['no percent left', [100], 1, { leftPercent: 0, others: 1 }],
  ['less than a percent each', [98], 3, { leftPercent: 2, others: 3 }],
])('reports %s as infeasible, with the figures', (_, executions, count, details) => {
  const host: RealTimeHost = {
    pCpus: 1,
    realTime: executions.map((executionMs, index) => task(`rt${index}`, executionMs)),
    others: Array.from({ length: count }, (_, index) => other(`vm${index}`)),
    share: 'equal',
  }
  expect(() => realTimeCaps(host)).toThrowError(
    expect.objectContaining({ code: 'infeasible', details }),
  )
})

test("rejects a duplicate name, and a weight that is none of Xen's", () => {
  const host = { pCpus: 1, realTime: [task('a', 10)], share: 'equal' } as const
  for (const others of [
    [other('a')],
    [other('b'), other('b')],
    [other('b', 0)],
    [other('b', 65536)],
  ]) {
    expect(() => realTimeCaps({ ...host, others })).toThrowError(
      expect.objectContaining({ code: 'invalid-load' }),
    )
  }
})

test('names the domain of a wrong weight', () => {
  const host = { pCpus: 1, realTime: [task('a', 10)], share: 'equal' } as const
  expect(() => realTimeCaps({ ...host, others: [other('b', 0)] })).toThrowError(
    expect.objectContaining({ details: { name: 'b' } }),
  )
})

test('returns whole caps of at least 1 and at most 100 per vCPU that use up exactly what is left', () => {
  const hosts = fc.record({
    pCpus: fc.integer({ min: 1, max: 4 }),
    executions: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
    others: fc.array(
      fc.record({
        weight: fc.integer({ min: 1, max: 65535 }),
        vCpus: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 6 })),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    share: fc.constantFrom('equal' as const, 'weight' as const),
  })
  fc.assert(
    fc.property(hosts, ({ pCpus, executions, others, share }) => {
      fc.pre(executions.reduce((sum, value) => sum + value, 0) <= 90)
      const found = realTimeCaps({
        pCpus,
        realTime: executions.map((executionMs, index) => task(`rt${index}`, executionMs)),
        others: others.map((each, index) => ({ ...each, name: `vm${index}` })),
        share,
      })
      for (const [index, { capPercent, parts }] of found.caps.entries()) {
        expect(parts.length).toBeLessThanOrEqual(others[index]!.vCpus)
        expect(capPercent).toBe(parts.reduce((sum, { percent }) => sum + percent, 0))
        for (const { percent } of parts) {
          expect(Number.isInteger(percent) && percent >= 1).toBe(true)
        }
      }
      for (const { pCpu, utilisation, leftPercent, others: names } of found.pCpus) {
        const here = found.caps.filter(({ parts }) => parts.some((part) => part.pCpu === pCpu))
        expect(here.map(({ name }) => name)).toEqual(names)
        const total = here
          .flatMap(({ parts }) => parts.filter((part) => part.pCpu === pCpu))
          .reduce((sum, { percent }) => sum + percent, 0)
        expect(total).toBe(here.length > 0 ? leftPercent : 0)
        expect(100 * utilisation + total).toBeLessThanOrEqual(100 + 1e-6)
      }
      // No domain has a spare vCPU while some pCPU has a rest that is not used.
      const unused = found.pCpus.some((of) => of.others.length === 0 && of.leftPercent > 0)
      if (unused) {
        for (const [index, { parts }] of found.caps.entries()) {
          expect(parts.length).toBe(others[index]!.vCpus)
        }
      }
    }),
    { numRuns: 300, seed: 9 },
  )
})
