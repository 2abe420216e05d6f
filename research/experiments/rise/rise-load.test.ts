import { sum } from 'simple-statistics'
import { describe, expect, it } from 'vitest'
import { GUESTS, lengthOf, riseAt, riseRequests } from './rise-load.ts'

const LONG = 50

/** CPU seconds that requests ask for per second, where an empty one costs nothing. */
function load(from: number, to: number): number {
  const requests = riseRequests({ scale: LONG, seed: 1 })
  const own = requests.filter(({ atSeconds }) => atSeconds >= from && atSeconds < to)
  return sum(own.map(({ guest, work }) => work * GUESTS[guest]!.cpuSeconds)) / (to - from)
}

describe('the rise of Table 3', () => {
  it('keeps the host as busy as the third interval, and then as the fifth', () => {
    const rise = riseAt(LONG)
    expect(load(0, rise)).toBeCloseTo(30 * 0.0066 * 2 + 120 * 0.0017, 1)
    expect(load(rise, lengthOf(LONG))).toBeCloseTo(45 * 0.0066 * 2 + 170 * 0.0017, 1)
  })

  it('is the same for the same seed alone, and in order of time', () => {
    const requests = riseRequests({ scale: 1, seed: 1 })
    expect(riseRequests({ scale: 1, seed: 1 })).toEqual(requests)
    expect(riseRequests({ scale: 1, seed: 2 })).not.toEqual(requests)
    const times = requests.map(({ atSeconds }) => atSeconds)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  })

  it('is of two guests with a target and one that can pay', () => {
    expect(GUESTS.map(({ targetSeconds }) => targetSeconds)).toEqual([1.5, 1.5, null])
  })
})
