import { describe, expect, test } from 'vitest'
import { crowdedPeriods } from './crowded-periods.ts'

/** Ten requests in each second of twenty. */
const requests = Array.from({ length: 200 }, (_, i) => ({
  startSeconds: 0.05 + i / 10,
  endSeconds: 0.06 + i / 10,
}))
const part = { fromSeconds: 0, toSeconds: 20 }
const selecting = (isSelected: (second: number, i: number) => boolean) =>
  crowdedPeriods(
    requests,
    requests.map(({ startSeconds }, i) => isSelected(Math.floor(startSeconds), i)),
    part,
  )

describe('periods in which selected requests crowd', () => {
  test('are found and joined', () => {
    expect(selecting((second) => second === 4 || second === 5 || second === 11)).toEqual([
      { fromSeconds: 4, toSeconds: 6, selected: 20, expected: 3 },
      { fromSeconds: 11, toSeconds: 12, selected: 10, expected: 1.5 },
    ])
  })

  test('are none where the selected are spread, are all, or are none', () => {
    expect(selecting((_, i) => i % 7 === 0)).toEqual([])
    expect(selecting(() => true)).toEqual([])
    expect(selecting(() => false)).toEqual([])
    expect(selecting((_, i) => i === 30 || i === 31)).toEqual([])
    expect(selecting((_, i) => i >= 30 && i <= 32)).toMatchObject([{ fromSeconds: 3, selected: 3 }])
  })

  test('begin where chance ends: at four of ten selected in one of twenty slices', () => {
    // The binomial tails are 0.0115 for three and 0.00103 for four; 0.05 / 20 lies between.
    const inSecond3 = (many: number) =>
      selecting((second, i) =>
        second === 3 ? i % 10 < many : i % 10 === 0 && second > 3 && second <= 13 - many,
      )
    expect(inSecond3(3)).toEqual([])
    expect(inSecond3(4)).toMatchObject([{ fromSeconds: 3, selected: 4, expected: 0.5 }])
  })
})
