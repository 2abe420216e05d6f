import { describe, expect, it } from 'vitest'
import { observedTimes, type TargetMeasure } from './observed-times.ts'
import { groupWindows } from './window-list.ts'
import { durationOf, observationOf, requestsOf } from './windows.fixture.ts'

/** One observation of 10 s for each mean in ms. */
const windowsOf = (meansMs: readonly number[], counts: Partial<Record<number, number>> = {}) =>
  groupWindows(
    meansMs.map((ms, index) =>
      observationOf('vm1', 1000 + 10 * index, {
        requests: requestsOf({
          duration: durationOf({ count: counts[index] ?? 100, meanSeconds: ms / 1000 }),
        }),
      }),
    ),
    10,
  )
const observed = (
  windows: ReturnType<typeof windowsOf>,
  windowSeconds: number | null,
  statistic: TargetMeasure['statistic'] = 'mean',
) => observedTimes(windows, 'vm1', 'access-log', { statistic, windowSeconds })

describe('what targets are compared with', () => {
  const windows = windowsOf([10, 20, 40, 60, 10, 10])

  it('is the statistic over the range where the target has no windows', () => {
    const { times, worstOverWhole } = observed(windows, null)
    expect(times.mean).toBeCloseTo(0.025, 12)
    expect(worstOverWhole).toBe(1)
  })

  it('is the worst of the target windows, counted from the beginning', () => {
    // Pairs have means of 15, 50 and 10 ms; the worst is twice the whole.
    const { times, worstOverWhole } = observed(windows, 20)
    expect(times.mean).toBeCloseTo(0.05, 12)
    expect(worstOverWhole).toBeCloseTo(2, 12)
    // Three times 20 s would be 40 ms in the middle, but 30 s windows hold 23 and 27 ms.
    expect(observed(windows, 30).times.mean).toBeCloseTo(0.08 / 3, 9)
  })

  it('leaves the other statistics as they are over the range', () => {
    const [plain, worst] = [observed(windows, null), observed(windows, 20)]
    expect(worst.times.p95).toBe(plain.times.p95)
    expect(worst.times.p99).toBe(plain.times.p99)
    const tail = observed(windows, 10, 'p95')
    expect(tail.times.mean).toBe(plain.times.mean)
    expect(tail.times.p95! / 0.06).toBeCloseTo(1, 1)
  })

  it('does not count windows with few requests', () => {
    const few = windowsOf([10, 10, 900, 10], { 2: 19 })
    const { times, worstOverWhole } = observed(few, 10)
    expect(worstOverWhole).toBe(1)
    expect(times.mean).toBeCloseTo((300 * 0.01 + 19 * 0.9) / 319, 9)
    expect(observed(windowsOf([10, 10, 900, 10], { 2: 20 }), 10).times.mean).toBeCloseTo(0.9, 12)
  })

  it('does not judge a last piece shorter than half a target window', () => {
    expect(observed(windowsOf([10, 10, 10, 80]), 30).worstOverWhole).toBe(1)
    expect(observed(windowsOf([10, 10, 80]), 20).times.mean).toBeCloseTo(0.08, 12)
  })

  it('is never better than the whole range', () => {
    // No window counts, so only the range as a whole is left.
    const { times, worstOverWhole } = observed(windowsOf([10, 30], { 0: 10, 1: 10 }), 10)
    expect(times.mean).toBeCloseTo(0.02, 12)
    expect(worstOverWhole).toBe(1)
  })

  it('is nothing where nothing was measured', () => {
    expect(observedTimes(windows, 'vm1', null, { statistic: 'p95', windowSeconds: 20 })).toEqual({
      times: { mean: null, p95: null, p99: null },
      worstOverWhole: 1,
    })
  })
})
