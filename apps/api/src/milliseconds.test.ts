import { expect, it } from 'vitest'
import { msOf, msOfUs, secondsOf, targetMs, toMs, wholeUsOf } from './milliseconds.ts'

it('keeps what is not known', () => {
  expect([msOf(null), secondsOf(null), toMs(undefined)]).toEqual([null, null, null])
  expect([msOf(0.25), secondsOf(250), toMs(0.25)]).toEqual([250, 0.25, 250])
})

it('has no number for JSON where there is none', () => {
  expect([toMs(Number.POSITIVE_INFINITY), toMs(Number.NaN), toMs(0)]).toEqual([null, null, 0])
})

it('gives a target back as it was stated', () => {
  for (const stated of [0.1, 1.005, 70, 123.456]) expect(targetMs(secondsOf(stated))).toBe(stated)
})

it('gives xl whole microseconds', () => {
  expect(wholeUsOf(10.0004)).toBe(10_000)
  expect(msOfUs(10_500)).toBe(10.5)
})
