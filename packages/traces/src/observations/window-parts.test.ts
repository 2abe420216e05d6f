import fc from 'fast-check'
import { expect, test } from 'vitest'
import { XENMON_METER } from '../xenmon/xenmon-spec.ts'
import { XENTRACE_METER } from '../xentrace/xentrace-spec.ts'
import { ObservationBuilder } from './observation-builder.ts'
import { PartSums, partsOf, partsOfTwice } from './window-parts.ts'

const listOf = (sums: PartSums) => sums.toList(() => true).map((part) => part ?? 0)
const total = (parts: readonly (number | null)[] = []) =>
  parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)

test.each([
  [10, 10],
  [60, 60],
  [90, 45],
  [61, 1],
  [3600, 60],
  [1, 1],
  [0.1, 1],
])('a window of %d s has %d parts', (seconds, parts) => {
  expect(partsOf(seconds)).toBe(parts)
})

test('an amount that is spread keeps its sum and its place', () => {
  const place = fc.double({ min: 0, max: 10, noNaN: true })
  const spans = fc.array(fc.tuple(place, place, fc.double({ min: 0, max: 5, noNaN: true })))
  fc.assert(
    fc.property(spans, (all) => {
      const sums = new PartSums(10)
      const expected = new Array<number>(10).fill(0)
      for (const [a, b, amount] of all) {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        sums.spread(from, to, amount)
        if (to - from < 1e-6) return
        for (let part = 0; part < 10; part++) {
          const shared = Math.max(0, Math.min(to, part + 1) - Math.max(from, part))
          expected[part]! += (amount * shared) / (to - from)
        }
      }
      listOf(sums).forEach((part, index) => {
        expect(part).toBeCloseTo(expected[index]!, 5)
      })
    }),
  )
})

test('merging two halves gives the parts of the whole window', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 120 }),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1.999, noNaN: true }), fc.nat(9))),
      (windowSeconds, amounts) => {
        const parts = partsOf(windowSeconds)
        const halves = [new PartSums(parts), new PartSums(parts)] as const
        const whole = new PartSums(partsOfTwice(parts))
        for (const [at, amount] of amounts) {
          halves[at < 1 ? 0 : 1].add((at % 1) * parts, amount)
          whole.add((at / 2) * partsOfTwice(parts), amount)
        }
        halves.forEach((half, index) => {
          half.widen(index, partsOfTwice(parts))
        })
        halves[0].merge(halves[1])
        expect(listOf(halves[0])).toEqual(listOf(whole))
      },
    ),
  )
})

const amounts = {
  usedSeconds: 0.5,
  runnableWaitSeconds: 0,
  blockedSeconds: 0,
  dispatches: 1,
  ioCount: 0,
}

test('a window gives its requests and CPU time second by second', () => {
  const builder = new ObservationBuilder({ windowSeconds: 10, originEpochSeconds: 1000.5 })
  const stream = builder.openRequests('vm1', 'requests', 'microsecond')
  for (const time of [1000.6, 1000.7, 1003.4, 1003.6, 1010.4, 1012.5])
    stream.add(time, 0.01, false, -1)
  stream.close()
  builder.addCpu(XENMON_METER, 'vm1', 1001.25, 1002.25, amounts)
  builder.coverCpu(XENMON_METER, 'vm1', 1001.25, 1005.5)
  const { requests, cpu } = builder.finish().observations[0]!
  expect(requests!.arrivalsByPart).toEqual([2, 0, 1, 1, 0, 0, 0, 0, 0, 1])
  // The trace began late within the first of its seconds.
  expect(cpu!.usedByPart).toEqual([null, 0.375, 0, 0, 0, null, null, null, null, null])
  expect(cpu!.usedSeconds).toBe(0.5)
})

test('doubled windows keep their seconds, or pairs of them', () => {
  const builder = new ObservationBuilder({ windowSeconds: 10, maxWindows: 8 })
  const stream = builder.openRequests('vm1', 'requests', 'microsecond')
  for (let at = 0; at < 600; at++) if (at % 3 === 0) stream.add(at, 0.1, false, -1)
  stream.close()
  for (let at = 0; at < 600; at++) builder.addCpu(XENMON_METER, 'vm1', at, at + 1, amounts)
  builder.coverCpu(XENMON_METER, 'vm1', 0, 600)
  const { windowSeconds, observations } = builder.finish()
  expect(windowSeconds).toBe(80)
  const { requests, cpu } = observations[1]!
  expect(requests!.arrivalsByPart).toHaveLength(40)
  expect(requests!.arrivalsByPart!.slice(0, 6)).toEqual([1, 0, 1, 1, 0, 1])
  expect(total(requests!.arrivalsByPart)).toBe(requests!.arrivals)
  expect(cpu!.usedByPart).toEqual(new Array(40).fill(1))
})

test('a scheduler trace gives each second what ran in it', () => {
  const builder = new ObservationBuilder({ windowSeconds: 5 })
  const stream = builder.openSchedule(XENTRACE_METER, 'vm1', 1000.5)
  stream.state('running', 0.25, 1.75)
  stream.state('runnable', 1.75, 2)
  stream.state('running', 4, 5)
  builder.coverCpu(XENTRACE_METER, 'vm1', 1000, 1010)
  const [first, second] = builder.finish().observations.map(({ cpu }) => cpu!.usedByPart!)
  expect(first).toEqual([0.25, 1, 0.25, 0, 0.5])
  expect(second).toEqual([0.5, 0, 0, 0, 0])
})

test('a stamp in whole seconds counts in its own second, however long after the epoch', () => {
  const builder = new ObservationBuilder({ windowSeconds: 10 })
  const stream = builder.openRequests('vm1', 'requests', 'second')
  for (let second = 0; second < 1000; second++)
    for (let i = 0; i <= second % 10; i++) stream.add(1_795_190_400 + second, 0, false, -1)
  stream.close()
  for (const { requests } of builder.finish().observations)
    expect(requests!.arrivalsByPart).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})
