import { describe, expect, it } from 'vitest'
import { replayStretch } from './replay-stretch.ts'
import { groupWindows } from './window-list.ts'
import { observationOf, requestsOf } from './windows.fixture.ts'

/** Windows of 10 s with the given numbers of requests of vm1. */
function windowsWith(...arrivals: number[]) {
  return groupWindows(
    arrivals.map((count, index) =>
      observationOf('vm1', index * 10, { requests: requestsOf({ arrivals: count }) }),
    ),
    10,
  )
}

describe('replayStretch', () => {
  it('is the whole recording where it is within the bounds', () => {
    const stretch = replayStretch(windowsWith(50, 60, 70))
    expect(stretch).toEqual({ fromEpochSeconds: 0, toEpochSeconds: 30 })
  })

  it('keeps the latest windows when there are too many requests', () => {
    const stretch = replayStretch(windowsWith(50, 60, 70), { maxRequests: 130 })
    expect(stretch).toEqual({ fromEpochSeconds: 10, toEpochSeconds: 30 })
  })

  it('keeps the latest windows when they last too long', () => {
    const stretch = replayStretch(windowsWith(1, 1, 1), { maxSeconds: 25 })
    expect(stretch).toEqual({ fromEpochSeconds: 10, toEpochSeconds: 30 })
  })

  it('is null without windows, and when a single window has too many requests', () => {
    expect(replayStretch(windowsWith(50, 500), { maxRequests: 499 })).toBeNull()
    expect(replayStretch([])).toBeNull()
  })
})
