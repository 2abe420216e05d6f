import { describe, expect, it } from 'vitest'
import { decisionRange } from './decision-range.ts'
import { groupWindows } from './window-list.ts'
import { cpuOf, observationOf, requestsOf } from './windows.fixture.ts'

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

describe('a CPU trace of a part of the time', () => {
  const traced = (starts: readonly number[], domain = 'Domain-0') =>
    groupWindows(
      [0, 10, 20, 30, 40].flatMap((start) => [
        observationOf('vm1', start, { requests: requestsOf() }),
        observationOf(domain, start, { cpu: starts.includes(start) ? cpuOf() : null }),
      ]),
      10,
    )
  const rangeOf = (starts: readonly number[], domain?: string) => {
    const { fromEpochSeconds, toEpochSeconds, reason } = decisionRange(
      traced(starts, domain),
      changedAt(0).slice(0, 1),
      null,
    )
    return [fromEpochSeconds, toEpochSeconds, reason]
  }

  it('is where logs and trace overlap that is judged', () => {
    expect(rangeOf([20, 30])).toEqual([20, 40, 'where-traced'])
    expect(rangeOf([10, 30])).toEqual([10, 40, 'where-traced'])
    expect(rangeOf([20], 'vm1')).toEqual([20, 30, 'where-traced'])
  })

  it('changes nothing where all is traced, or nothing', () => {
    expect(rangeOf([0, 10, 20, 30, 40])).toEqual([0, 50, 'weights-unchanged'])
    expect(rangeOf([])).toEqual([0, 50, 'weights-unchanged'])
  })

  it('does not change a range that was asked for', () => {
    const asked = { fromEpochSeconds: 0, toEpochSeconds: 50 }
    expect(decisionRange(traced([20]), changedAt(0).slice(0, 1), asked)).toMatchObject({
      ...asked,
      reason: 'as-asked',
    })
  })
})
