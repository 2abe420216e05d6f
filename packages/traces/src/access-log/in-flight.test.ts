import { expect, it } from 'vitest'
import { guessFormat } from './guess-format.ts'
import { inFlight, inFlightWords, mostProbable } from './in-flight.ts'

const lines = (count: number, perSecond: number, number: string) =>
  Array.from({ length: count }, (_, i) => {
    const second = String(Math.floor(i / perSecond)).padStart(2, '0')
    return {
      line: i + 1,
      text: `10.0.0.1 - - [20/Nov/2026:16:21:${second} +0000] "GET / HTTP/1.0" 200 13 ${number}`,
    }
  })

it('is the arrival rate by the duration, so a wrong unit stands out', () => {
  const guess = guessFormat(lines(100, 20, '5956'))!
  const as = (directive: string) =>
    inFlight({ syntax: 'apache', format: guess.format.replace('%{unnamed1}n', directive) }, guess)!
  // 100 requests over 4 s, because stamps are whole seconds.
  expect(as('%{ms}T')).toBeCloseTo(25 * 5.956, 6)
  expect(as('%D')).toBeCloseTo(25 * 0.005956, 6)
})

it('says nothing about few lines or lines of one moment', () => {
  const guess = guessFormat(lines(19, 2, '5956'))!
  const declared = { syntax: 'apache', format: guess.format.replace('%{unnamed1}n', '%D') } as const
  expect(inFlight(declared, guess)).toBeNull()
  expect(inFlight(declared, guessFormat(lines(50, 60, '5956'))!)).toBeNull()
})

it('is told in words', () => {
  expect(inFlightWords(null)).toBe('')
  expect(inFlightWords(119.4)).toBe('; then 119 requests are under way at once on average')
  expect(inFlightWords(1.04)).toBe('; then 1 request is under way at once on average')
  expect(inFlightWords(0.02)).toBe('; then hardly ever is a request under way')
})

it('names the most probable of several numbers', () => {
  // 5956 as microseconds, milliseconds and seconds, at 20 requests a second.
  expect(mostProbable([0.119, 119, 119_000])).toBe(0)
  expect(mostProbable([0.02, 20, 20_000])).toBe(1)
  expect(mostProbable([null, 1, 3])).toBe(1)
})

it('names none where all are out of the question, or unknown', () => {
  expect(mostProbable([0.005, 5000])).toBeNull()
  expect(mostProbable([0, null])).toBeNull()
  expect(mostProbable([])).toBeNull()
})
