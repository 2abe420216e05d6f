import { describe, expect, it } from 'vitest'
import { domain0Windows } from './domain0-windows.ts'
import { groupWindows } from './window-list.ts'
import { cpuOf, observationOf, requestsOf } from './windows.fixture.ts'

describe('windows of one part', () => {
  const seen = (start: number, { arrivals = 100 }) => [
    observationOf('Domain-0', start, { cpu: cpuOf({ usedSeconds: 0.5 }) }),
    observationOf('vm1', start, { requests: requestsOf({ arrivals }) }),
    observationOf('vm2', start, { requests: requestsOf({ arrivals: 20 }) }),
  ]

  it("have Domain-0's CPU time and the requests of all guests", () => {
    expect(
      domain0Windows(groupWindows([...seen(0, {}), ...seen(10, { arrivals: 70 })], 10)),
    ).toEqual([
      { startSeconds: 0, endSeconds: 10, cpuSeconds: 0.5, requests: 120 },
      { startSeconds: 10, endSeconds: 20, cpuSeconds: 0.5, requests: 90 },
    ])
  })

  it('are missing without a trace of Domain-0', () => {
    expect(domain0Windows(groupWindows(seen(0, {}).slice(1), 10))).toEqual([])
    expect(domain0Windows([])).toEqual([])
  })
})

describe('windows in parts', () => {
  const parts = (used: (number | null)[], ...arrived: (number | null)[][]) =>
    domain0Windows(
      groupWindows(
        [
          observationOf('Domain-0', 100, { cpu: cpuOf({ usedByPart: used, coveredSeconds: 3 }) }),
          ...arrived.map((arrivalsByPart, index) =>
            observationOf(`vm${index + 1}`, 100, {
              requests: requestsOf({ arrivalsByPart }),
            }),
          ),
        ],
        10,
      ),
    )

  it('are one each, with the arrivals of all guests in it', () => {
    expect(parts([0.1, 0.2], [5, 7], [1, 0])).toEqual([
      { startSeconds: 100, endSeconds: 105, cpuSeconds: 0.1, requests: 6 },
      { startSeconds: 105, endSeconds: 110, cpuSeconds: 0.2, requests: 7 },
    ])
  })

  it('are left out where the trace or a log has none', () => {
    expect(parts([0.1, null, 0.3, 0.4], [1, 2, 3, 4], [1, 1, null, 1])).toEqual([
      { startSeconds: 100, endSeconds: 102.5, cpuSeconds: 0.1, requests: 2 },
      { startSeconds: 107.5, endSeconds: 110, cpuSeconds: 0.4, requests: 5 },
    ])
  })

  it('without any log, no request arrived', () => {
    expect(parts([0.1, 0.2]).map(({ requests }) => requests)).toEqual([0, 0])
  })
})
