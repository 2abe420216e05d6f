import { describe, expect, test } from 'vitest'
import {
  checkRealTime,
  placedUtilisation,
  placeRealTime,
  type RealTimeDomain,
  type RealTimeSet,
  taskUtilisation,
} from './schedulability-placement.ts'

/** A task that needs this part of a pCPU, on a given pCPU or on any. */
const needing = (part: number, pCpu?: number): RealTimeDomain => ({
  name: `${part}`,
  periodSeconds: 0.1,
  executionSeconds: 0.1 * part,
  ...(pCpu === undefined ? {} : { pCpu }),
})

const placesOf = (pCpus: number, realTime: RealTimeDomain[]) => placeRealTime({ pCpus, realTime })

test('a task uses C / T', () => {
  expect(taskUtilisation({ name: 'a', periodSeconds: 0.1, executionSeconds: 0.07 })).toBeCloseTo(
    0.7,
    12,
  )
})

describe('checkRealTime', () => {
  const set = (task: Partial<RealTimeDomain>, pCpus = 2): RealTimeSet => ({
    pCpus,
    realTime: [{ name: 'a', periodSeconds: 0.1, executionSeconds: 0.05, ...task }],
  })

  test.each<[string, RealTimeSet]>([
    ['an execution of the whole period', set({ executionSeconds: 0.1 })],
    ['the last pCPU', set({ pCpu: 1 })],
    ['the first pCPU', set({ pCpu: 0 })],
    ['a single pCPU', set({}, 1)],
  ])('accepts %s', (_, valid) => {
    expect(() => checkRealTime(valid)).not.toThrow()
  })

  test.each<[string, RealTimeSet]>([
    ['no pCPU', set({}, 0)],
    ['one and a half pCPUs', set({}, 1.5)],
    ['no domain', { pCpus: 2, realTime: [] }],
    ['two domains of one name', { pCpus: 2, realTime: [needing(0.1), needing(0.1)] }],
    ['a period of nothing', set({ periodSeconds: 0, executionSeconds: 0 })],
    ['a period without end', set({ periodSeconds: Number.POSITIVE_INFINITY })],
    ['no execution', set({ executionSeconds: 0 })],
    ['an execution without end', set({ executionSeconds: Number.POSITIVE_INFINITY })],
    ['an execution that is no number', set({ executionSeconds: Number.NaN })],
    ['a pCPU beyond the last', set({ pCpu: 2 })],
    ['a pCPU below the first', set({ pCpu: -1 })],
    ['half a pCPU', set({ pCpu: 0.5 })],
  ])('rejects %s', (_, wrong) => {
    expect(() => checkRealTime(wrong)).toThrowError(
      expect.objectContaining({ code: 'invalid-load' }),
    )
  })
})

describe('placeRealTime', () => {
  test('takes the largest first and the emptiest pCPU, the first of equal ones', () => {
    // 0.5 to 0, 0.4 to 1, 0.3 to 2 and 0.2 next to 0.3.
    expect(placesOf(3, [needing(0.2), needing(0.5), needing(0.3), needing(0.4)])).toEqual([
      2, 0, 2, 1,
    ])
  })

  test('counts domains on a given pCPU before all others', () => {
    expect(placesOf(2, [needing(0.3), needing(0.6, 0)])).toEqual([1, 0])
    expect(placesOf(2, [needing(0.3), needing(0.6, 1), needing(0.5, 1)])).toEqual([0, 1, 1])
  })

  test('packs in order where the emptiest leads to an overload: two halves and three thirds', () => {
    const realTime = [0.5, 0.5, 1 / 3, 1 / 3, 1 / 3].map((part, index) => ({
      ...needing(part),
      name: `${index}`,
    }))
    expect(placesOf(2, realTime)).toEqual([0, 0, 1, 1, 1])
  })

  test('returns the even division where neither finds one', () => {
    // 2.1 pCPUs do not fit two. In order, the first of the four would have joined the largest.
    const realTime = [0.4, 0.41, 0.42, 0.39, 0.5].map((part) => needing(part))
    expect(placesOf(2, realTime)).toEqual([0, 1, 1, 1, 0])
  })

  test('uses a given pCPU even when it is full', () => {
    expect(placesOf(2, [needing(0.7, 1), needing(0.8, 1)])).toEqual([1, 1])
  })

  test('adds up what it placed on each pCPU', () => {
    const set = { pCpus: 3, realTime: [needing(0.2), needing(0.5), needing(0.3)] }
    expect(placedUtilisation(set, [2, 0, 2])).toEqual([
      expect.closeTo(0.5, 12),
      0,
      expect.closeTo(0.5, 12),
    ])
  })
})
