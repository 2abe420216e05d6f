import { expect, test } from 'vitest'
import { hostInARow, hostInInterval, startsOf } from './host-of-paper0.ts'
import { offered, table1, table2 } from './intervals.ts'

test('the intervals of a table follow one another, each as long as printed', () => {
  expect(startsOf(table1)).toEqual([0, 240, 300, 540, 660])
  expect(offered(table2[2].rates)).toBeCloseTo(0.9, 12)
})

test('requests come evenly, at the rate of the interval', () => {
  const [vm1] = hostInARow(table1).guests
  const { arrivals } = vm1!.load!
  const seconds = arrivals.kind === 'times' ? [...arrivals.seconds] : []
  const counts = table1.map((_, index) => {
    const [from, to] = [startsOf(table1)[index]!, startsOf(table1)[index + 1]!]
    return seconds.filter((second) => second >= from && second < to).length
  })
  expect(counts).toEqual([15 * 240, 45 * 60, 10 * 240, 45 * 120])
  expect(seconds[3600 + 45]).toBeCloseTo(241, 12)
})

test('weights change at the beginning of an interval', () => {
  const { changes } = hostInARow(table1, { change: { at: 1, weights: [384, 256, 256] } })
  expect(changes).toContainEqual({ atSeconds: 240, domain: 'VM1', weight: 384 })
})

test('a VM that has gone leaves the others as they were', () => {
  const host = hostInInterval([45, 45, 170])
  expect(hostInInterval([45, 45, 170], { gone: 1 }).guests).toEqual([
    host.guests[0],
    host.guests[2],
  ])
})
