import type { LabSweepPoint } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { chanceSentence, plusMinus, shadedMs } from './sweep-words.ts'

const point = (meanMs: number, tiedForSoonest: boolean): LabSweepPoint => ({
  creditLine: 1000,
  repaymentShare: 0.2,
  meanMs,
  fairness: 1,
  pareto: true,
  mean: { ms: meanMs, lowMs: meanMs - 2, highMs: meanMs + 2 },
  tiedForSoonest,
})

it('shows a mean with its interval, where one is known', () => {
  expect(plusMinus(point(10, true))).toBe(' ± 2.00 ms')
  expect(plusMinus({ mean: null })).toBe('')
})

it('gives loans that are as fast as the fastest the same colour', () => {
  const points = [point(10, true), point(13, true), point(20, false)]
  expect([...shadedMs(points).values()]).toEqual([10, 10, 20])
})

it('states how far chance allows loans to be distinguished', () => {
  expect(chanceSentence([point(10, true), point(13, true), point(20, false)])).toMatch(
    /^2 of 3 loans are as fast as the fastest/,
  )
  expect(chanceSentence([point(10, true), point(13, true)])).toMatch(
    /fastest loan cannot be determined/,
  )
  expect(chanceSentence([point(10, true), point(20, false)])).toMatch(/^One loan answers sooner/)
  expect(chanceSentence([point(10, true)])).toBeNull()
})
