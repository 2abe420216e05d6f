import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ArrivalProcess, arrivalTimes } from './arrivals.ts'

const ON_OFF: ArrivalProcess = { kind: 'on-off', meanOnSeconds: 1, meanOffSeconds: 2 }
const PHASES = [
  { durationSeconds: 4000, requestsPerSecond: 5 },
  { durationSeconds: 2000, requestsPerSecond: 20 },
]

describe.each<ArrivalProcess>([{ kind: 'poisson' }, ON_OFF])('$kind', (process) => {
  test('has the rate of each phase', () => {
    const [first, second] = arrivalTimes(PHASES, process, 1, 0)
    // On-off counts have at most 2 * 10 * (2/3)^2 = 9 times the variance of Poisson counts here.
    expect(Math.abs(first!.length / 20_000 - 1)).toBeLessThan(0.1)
    expect(Math.abs(second!.length / 40_000 - 1)).toBeLessThan(0.1)
  })

  test('stays within the phases, in order', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(16),
        fc.array(fc.nat(50), { maxLength: 4 }),
        (seed, stream, rates) => {
          const phases = rates.map((requestsPerSecond) => ({
            durationSeconds: 3,
            requestsPerSecond,
          }))
          const lists = arrivalTimes(phases, process, seed, stream)
          const isInside = (time: number, index: number) =>
            time >= 3 * index && time < 3 * (index + 1)
          expect(lists.every((times, index) => times.every((time) => isInside(time, index)))).toBe(
            true,
          )
          const all = lists.flat()
          expect(all).toEqual(all.toSorted((a, b) => a - b))
          expect(lists).toEqual(arrivalTimes(phases, process, seed, stream))
        },
      ),
    )
  })

  test('differs by seed and by stream', () => {
    const drawn = (seed: number, stream: number) =>
      arrivalTimes(PHASES, process, seed, stream)[0]![0]
    expect(new Set([drawn(1, 0), drawn(2, 0), drawn(1, 1)]).size).toBe(3)
  })
})

test('even arrivals are equally far apart in each phase', () => {
  const lists = arrivalTimes(PHASES, { kind: 'even' }, 1, 0)
  expect(lists.map(({ length }) => length)).toEqual([20_000, 40_000])
  for (const [index, { requestsPerSecond }] of PHASES.entries()) {
    const times = lists[index]!
    for (const [nth, time] of times.entries()) {
      expect(time).toBeCloseTo(times[0]! + nth / requestsPerSecond, 5)
    }
  }
})

test('on-off arrivals come in a third of the time, at three times the rate', () => {
  const [times] = arrivalTimes([{ durationSeconds: 3000, requestsPerSecond: 100 }], ON_OFF, 1, 0)
  const gaps = times!.slice(1).map((time, index) => time - times![index]!)
  const short = gaps.filter((gap) => gap < 0.1)
  const onSeconds = short.reduce((sum, gap) => sum + gap, 0)
  expect(onSeconds / 3000).toBeCloseTo(1 / 3, 1)
  expect(short.length / onSeconds / 300).toBeCloseTo(1, 1)
})
