import { expect, it } from 'vitest'
import { aWatchSeries, windowStart } from '../../lib/testing/watch-fixtures.ts'
import { observedPart } from './observed-span.ts'

const DAY_MS = 86_400_000
const first = Date.parse(windowStart(0))
const end = Date.parse(windowStart(3))

it('leaves out of a day what was before the watch and will be after now', () => {
  const day = { from: end - DAY_MS, to: end + 60_000 }
  expect(observedPart(day, aWatchSeries())).toEqual({ from: first, to: end })
})

it('keeps a range that was watched from end to end, and one of which nothing is known', () => {
  const within = { from: first + 5_000, to: end - 5_000 }
  expect(observedPart(within, aWatchSeries())).toEqual(within)
  const day = { from: end - DAY_MS, to: end }
  expect(observedPart(day, aWatchSeries({ domains: [] }))).toEqual(day)
})
