import { describe, expect, test } from 'vitest'
import { regularMeetingSeconds } from './regular-meetings.ts'

interface Stream {
  weight: number
  arrivalRatePerSecond: number
  serviceTimeSeconds: number
}

const contender = ({ weight, arrivalRatePerSecond: rate, serviceTimeSeconds }: Stream) => ({
  weight,
  serviceTimeSeconds,
  utilisation: rate * serviceTimeSeconds,
})

const lostBy = (own: Stream, other: Stream, between = 1, weightExponent = 1) =>
  regularMeetingSeconds({
    own: contender(own),
    others: [contender(other)],
    between: [between],
    weightExponent,
  })

/**
 * Two periodic streams of equal demands share a pCPU by weight, event by event, over periods without
 * a common measure: the mean time that requests of the first take beyond their demand.
 */
function simulated(own: Stream, other: Stream, requests: number): number {
  const streams = [own, other].map((stream) => ({ ...stream, next: 0, left: [] as number[] }))
  const started: number[] = []
  let now = 0
  let total = 0
  let ended = 0
  while (ended < requests) {
    const busy = streams.reduce((sum, { left, weight }) => sum + (left.length && weight), 0)
    const speeds = streams.map(({ weight }) => weight / busy)
    const until = Math.min(
      ...streams.map(({ next }) => next),
      ...streams.flatMap(({ left }, k) => (left.length ? [now + left[0]! / speeds[k]!] : [])),
    )
    for (const [k, stream] of streams.entries()) {
      if (stream.left.length > 0) stream.left[0]! -= (until - now) * speeds[k]!
      if (stream.left.length > 0 && stream.left[0]! <= 1e-12) {
        stream.left.shift()
        if (k === 0) {
          total += until - started.shift()!
          ended += 1
        }
      }
      if (stream.next <= until) {
        stream.left.push(stream.serviceTimeSeconds)
        if (k === 0) started.push(until)
        stream.next = until + 1 / stream.arrivalRatePerSecond
      }
    }
    now = until
  }
  return total / requests - own.serviceTimeSeconds
}

describe('what regular arrivals lose to one other domain', () => {
  const golden = (1 + Math.sqrt(5)) / 2

  test.each([
    ['equal weights', 256, 256, 0.004, 0.006],
    ['the stronger', 512, 256, 0.004, 0.006],
    ['the weaker', 128, 512, 0.004, 0.006],
    ['the shorter', 256, 256, 0.001, 0.012],
    ['the longer', 256, 384, 0.012, 0.001],
  ])('%s: as simulated', (_, weight, otherWeight, x, y) => {
    const own = { weight, arrivalRatePerSecond: 10, serviceTimeSeconds: x }
    const other = {
      weight: otherWeight,
      arrivalRatePerSecond: 10 * golden,
      serviceTimeSeconds: y,
    }
    const ratio = simulated(own, other, 20_000) / lostBy(own, other)
    expect(Math.abs(ratio - 1)).toBeLessThan(0.01)
  })

  test('by hand: 45 (x^2 / 2 + x^2 / 2) among equals', () => {
    const vm = { weight: 256, arrivalRatePerSecond: 45, serviceTimeSeconds: 0.0066 }
    expect(lostBy(vm, vm)).toBeCloseTo(45 * 0.0066 ** 2, 12)
    expect(lostBy(vm, vm, 0.3)).toBeCloseTo(0.3 * 45 * 0.0066 ** 2, 12)
  })

  test('weights count with their exponent, and more of one is never more lost', () => {
    const [own, other] = [
      { weight: 512, arrivalRatePerSecond: 45, serviceTimeSeconds: 0.005 },
      { weight: 256, arrivalRatePerSecond: 30, serviceTimeSeconds: 0.008 },
    ]
    expect(lostBy(own, other, 1, 2)).toBeCloseTo(lostBy({ ...own, weight: 1024 }, other), 12)
    const lost = [64, 128, 256, 512, 1024].map((weight) => lostBy({ ...own, weight }, other))
    expect(lost).toEqual(lost.toSorted((a, b) => b - a))
    expect(new Set(lost).size).toBe(5)
  })

  test('adds up over the others', () => {
    const vm = { weight: 256, arrivalRatePerSecond: 45, serviceTimeSeconds: 0.0066 }
    const three = regularMeetingSeconds({
      own: contender(vm),
      others: [contender(vm), contender(vm), contender(vm)],
      between: [1, 0.5, 0],
      weightExponent: 2,
    })
    expect(three).toBeCloseTo(1.5 * lostBy(vm, vm), 12)
  })
})
