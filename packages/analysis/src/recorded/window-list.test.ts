import { describe, expect, it } from 'vitest'
import { groupWindows, trimToRequests, windowsWithin } from './window-list.ts'
import { observationOf, requestsOf } from './windows.fixture.ts'

const busy = (start: number, arrivals = 100) =>
  observationOf('vm1', start, { requests: requestsOf({ arrivals }) })

describe('trimToRequests', () => {
  it('cuts off what a trace recorded before and after the load, and keeps pauses within it', () => {
    const observations = [0, 10, 20, 30, 40, 50].map((start) => observationOf('Domain-0', start))
    const windows = groupWindows([...observations, busy(20), busy(40)], 10)
    expect(windows).toHaveLength(6)
    expect(trimToRequests(windows).map((w) => w.startEpochSeconds)).toEqual([20, 30, 40])
  })

  it('cuts off edge windows that the load only touched', () => {
    const windows = groupWindows([busy(0, 3), busy(10), busy(20), busy(30, 9)], 10)
    expect(trimToRequests(windows).map((w) => w.startEpochSeconds)).toEqual([10, 20])
  })

  it('keeps a host with few requests', () => {
    const windows = groupWindows([busy(0, 2), busy(10, 1), busy(20, 3)], 10)
    expect(trimToRequests(windows)).toHaveLength(3)
  })

  it('is empty without requests of a guest', () => {
    const domain0 = observationOf('Domain-0', 0, { requests: requestsOf() })
    expect(trimToRequests(groupWindows([domain0], 10))).toEqual([])
  })
})

describe('windowsWithin', () => {
  it('assigns each window to one side of a boundary', () => {
    const windows = groupWindows([busy(0), busy(10), busy(20)], 10)
    const before = windowsWithin(windows, 0, 14)
    const after = windowsWithin(windows, 14, 30)
    expect(before.map((w) => w.startEpochSeconds)).toEqual([0])
    expect(after.map((w) => w.startEpochSeconds)).toEqual([10, 20])
  })
})
