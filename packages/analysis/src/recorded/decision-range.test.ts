import { describe, expect, it } from 'vitest'
import { decisionRange } from './decision-range.ts'
import { observationOf, requestsOf } from './testing-windows.ts'
import { groupWindows } from './window-list.ts'

const windows = groupWindows(
  [0, 10, 20, 30].map((start) => observationOf('vm1', start, { requests: requestsOf() })),
  10,
)
const changedAt = (fromEpochSeconds: number) => [
  { fromEpochSeconds: Number.NEGATIVE_INFINITY, weights: { vm1: 256 } },
  { fromEpochSeconds, weights: { vm1: 384 } },
]
const startsOf = (at: number) => {
  const { fromEpochSeconds, windows: judged } = decisionRange(windows, changedAt(at), null)
  expect(fromEpochSeconds).toBe(judged[0]!.startEpochSeconds)
  return judged.map((window) => window.startEpochSeconds)
}

describe('decisionRange', () => {
  it('is the whole recording while the weights did not change', () => {
    const range = decisionRange(windows, changedAt(0).slice(0, 1), null)
    expect(range).toMatchObject({ fromEpochSeconds: 0, toEpochSeconds: 40 })
    expect(range.windows).toHaveLength(4)
  })

  it('leaves out the window in which the weights changed, because part of it shows the old ones', () => {
    expect(startsOf(14)).toEqual([20, 30])
    expect(startsOf(16)).toEqual([20, 30])
    expect(startsOf(20)).toEqual([20, 30])
  })

  it('tolerates clocks that differ by less than a second', () => {
    expect(startsOf(20.4)).toEqual([20, 30])
  })

  it('takes that window where there is no other, and reports it', () => {
    expect(startsOf(34)).toEqual([30])
    expect(decisionRange(windows, changedAt(34), null).reason).toBe('since-last-change-late')
  })

  it('is the requested range, or an error where that holds no window', () => {
    const asked = { fromEpochSeconds: 10, toEpochSeconds: 30 }
    expect(decisionRange(windows, changedAt(20), asked).windows).toHaveLength(2)
    const outside = { fromEpochSeconds: 100, toEpochSeconds: 200 }
    expect(() => decisionRange(windows, changedAt(20), outside)).toThrow(
      expect.objectContaining({ message: 'range-without-windows' }),
    )
  })
})
