import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { NOTHING_ANSWERED } from '../detect/detection.ts'
import { mostProbable } from '../detect/likely-load.ts'
import { detectSource } from '../detect-source.ts'
import { wild } from '../wild/read-upload.fixture.ts'
import { guessFormat } from './guess-format.ts'
import { inFlightWords, logLoad } from './log-load.ts'

const lines = (count: number, perSecond: number, number: string) =>
  Array.from({ length: count }, (_, i) => {
    const second = String(Math.floor(i / perSecond)).padStart(2, '0')
    return {
      line: i + 1,
      text: `10.0.0.1 - - [20/Nov/2026:16:21:${second} +0000] "GET / HTTP/1.0" 200 13 ${number}`,
    }
  })

const loadOf = (parsed: ReturnType<typeof lines>, directive: string) => {
  const guess = guessFormat(parsed)!
  return logLoad(
    { syntax: 'apache', format: guess.format.replace('%{unnamed1}n', directive) },
    guess,
  )
}

it('is the arrival rate by the duration, so a wrong unit stands out', () => {
  const parsed = lines(100, 20, '5956')
  // 100 requests over 4 s, because stamps are whole seconds.
  expect(loadOf(parsed, '%{ms}T').inFlight).toBeCloseTo(25 * 5.956, 6)
  expect(loadOf(parsed, '%D').inFlight).toBeCloseTo(25 * 0.005956, 6)
})

it('counts the lines that were not looked at', () => {
  const parsed = lines(1000, 20, '5956')
  const sample = parsed.filter((_, i) => i < 50 || i % 10 === 9)
  expect(loadOf(sample, '%D').inFlight).toBeCloseTo((1000 / 49) * 0.005956, 6)
  // The last lines of a long file are numbered anew.
  const withEnd = [...parsed.slice(0, 100), ...lines(100, 20, '5956')]
  expect(loadOf(withEnd, '%D').inFlight).toBeCloseTo(25 * 0.005956, 6)
})

it('says nothing about few lines or lines of one moment', () => {
  expect(loadOf(lines(19, 2, '5956'), '%D').inFlight).toBeNull()
  expect(loadOf(lines(50, 60, '5956'), '%D').inFlight).toBeNull()
})

const atOnce = (inFlight: number | null) =>
  inFlightWords({ inFlight, typicalSeconds: 1, isWholeSeconds: false, isSteady: false })

it('is told in words', () => {
  expect(atOnce(null)).toBe('')
  expect(atOnce(119.4)).toBe('; then 119 requests are under way at once on average')
  expect(atOnce(1.04)).toBe('; then 1 request is under way at once on average')
  expect(atOnce(0.02)).toBe('; then hardly ever is a request under way')
})

it('names none where all are out of the question, or unknown', () => {
  const load = (typicalSeconds: number | null) => ({
    typicalSeconds,
    inFlight: null,
    isWholeSeconds: false,
    isSteady: false,
  })
  expect(mostProbable([load(5e-6), load(5e3)])).toBe(null)
  expect(mostProbable([load(null), null])).toBe(null)
  expect(mostProbable([])).toBe(null)
  expect(mostProbable([null, load(5e-6), load(5e-3), load(5)])).toBe(2)
})

const detect = (bytes: Buffer) => {
  const detection = detectSource({ path: 'a.log', fileName: 'a.log' }, bytes, NOTHING_ANSWERED)
  if (detection.kind !== 'access-log') throw new Error(detection.kind)
  return detection
}

const UNITS = { us: 1e6, ms: 1e3, s: 1 }

/** A log of requests at random times, with exponential durations in a unit that nothing tells. */
function randomLog(
  seed: number,
  perSecond: number,
  meanSeconds: number,
  write: (seconds: number) => string,
): Buffer {
  let state = seed
  const draw = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return -Math.log((state + 0.5) / 2 ** 32)
  }
  let at = Date.UTC(2026, 10, 20, 9) / 1000
  const text = Array.from({ length: 400 }, () => {
    at += draw() / perSecond
    const [date, clock] = new Date(Math.floor(at) * 1000).toISOString().split('T') as [
      string,
      string,
    ]
    const day = `${date.slice(8)}/Nov/2026:${clock.slice(0, 8)}`
    return `10.0.0.1 - - [${day} +0000] "GET /${seed} HTTP/1.1" 200 1300 "-" "curl" ${write(draw() * meanSeconds)}\n`
  })
  return Buffer.from(text.join(''))
}

describe('the unit of a log is suggested right, however quiet or busy it is', () => {
  test.each(['us', 'ms'] as const)('in %s', (unit) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        // Chance may not carry a log over the border between two units: the median of few lines decides.
        fc.double({ min: Math.log(2e-3), max: Math.log(0.4), noNaN: true }),
        fc.double({ min: Math.log(0.005), max: Math.log(1000), noNaN: true }),
        (seed, logMean, logRate) => {
          const mean = Math.exp(logMean)
          // More at once than a server of that size has.
          const rate = Math.min(Math.exp(logRate), 25 / mean)
          const log = randomLog(seed, rate, mean, (seconds) =>
            Math.round(seconds * UNITS[unit]).toFixed(0),
          )
          expect(detect(log).raised[0]).toMatchObject({ id: 'duration-unit', suggested: unit })
        },
      ),
      { numRuns: 60 },
    )
  })

  test('in seconds with decimals, as nginx writes them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.double({ min: Math.log(2e-3), max: Math.log(0.7), noNaN: true }),
        fc.double({ min: Math.log(0.005), max: Math.log(50), noNaN: true }),
        (seed, logMean, logRate) => {
          const log = randomLog(seed, Math.exp(logRate), Math.exp(logMean), (seconds) =>
            seconds.toFixed(3),
          )
          expect(detect(log).raised[0]).toMatchObject({ id: 'duration-unit', suggested: 'nginx' })
        },
      ),
      { numRuns: 40 },
    )
  })
})

test.each([
  'common/web1.log',
  'dateext/web1/access_log-20261120',
  'day-long-log/web1.log',
  'format-added-midway/web1.log',
  'kolla-D-before-referer/web1.log',
  'ws-101/web1.log',
  'xff-quoted-D/web1.log',
])('the unit of %s', async (path) => {
  const [question] = detect((await wild(path)).subarray(0, 256 * 1024)).raised
  expect(question).toMatchObject({ id: 'duration-unit', suggested: 'us' })
})
