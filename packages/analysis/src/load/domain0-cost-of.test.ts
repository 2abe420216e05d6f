import { describe, expect, it } from 'vitest'
import { groupWindows } from '../recorded/window-list.ts'
import { cpuOf, observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import { domain0CostOf } from './domain0-cost-of.ts'

const COST = 0.0003
const BESIDE = 0.03
const BURST = { window: 1030, second: 7, seconds: 0.25 }
const STARTS = [1000, 1010, 1020, 1030, 1040, 1050]
const stretch = { fromEpochSeconds: 1000, toEpochSeconds: 1060 }

/**
 * Two guests are calm for half a minute and then busy; Domain-0 also has other work and one burst.
 */
function recorded({ from = 0 } = {}) {
  const seconds = Array.from({ length: 10 }, (_, second) => second)
  const observations = STARTS.flatMap((start) => {
    const rate = start < 1030 ? 20 : 100
    const used = seconds.map(
      (second) =>
        COST * 2 * rate +
        BESIDE +
        (start === BURST.window && second === BURST.second ? BURST.seconds : 0),
    )
    const isSeen = (second: number) => start > 1000 || second >= from
    const kept = seconds.map((second) => (isSeen(second) ? used[second]! : null))
    const usedSeconds = kept.reduce<number>((sum, part) => sum + (part ?? 0), 0)
    const requests = requestsOf({
      arrivals: 10 * rate,
      arrivalsByPart: seconds.map(() => rate),
    })
    return [
      observationOf('vm1', start, { requests }),
      observationOf('vm2', start, { requests }),
      observationOf('Domain-0', start, {
        cpu: cpuOf({
          usedSeconds,
          coveredSeconds: kept.filter((part) => part !== null).length,
          usedByPart: kept,
        }),
      }),
    ]
  })
  return groupWindows(observations, 10)
}

const workBetween = (cost: ReturnType<typeof domain0CostOf>, from: number, to: number) =>
  cost!.background.windows
    .filter(({ startSeconds, endSeconds }) => startSeconds >= from && endSeconds <= to)
    .reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)

describe('domain0CostOf', () => {
  it('assigns what Domain-0 did in a second to that second', () => {
    const cost = domain0CostOf(recorded(), stretch)!
    expect(cost.cpuSecondsPerRequest).toBeCloseTo(COST, 9)
    expect(workBetween(cost, 37, 38)).toBeCloseTo(BESIDE + BURST.seconds, 9)
    expect(workBetween(cost, 36, 37)).toBeCloseTo(BESIDE, 9)
    expect(workBetween(cost, 0, 60)).toBeCloseTo(60 * BESIDE + BURST.seconds, 9)
  })

  it('fills in typical values where the trace has gaps', () => {
    const cost = domain0CostOf(recorded({ from: 6 }), stretch)!
    expect(cost.cpuSecondsPerRequest).toBeCloseTo(COST, 9)
    expect(workBetween(cost, 0, 6)).toBeCloseTo(6 * BESIDE, 9)
    expect(workBetween(cost, 6, 10)).toBeCloseTo(4 * BESIDE, 9)
  })

  it('counts from the start of the stretch and leaves out what lies outside it', () => {
    const part = { fromEpochSeconds: 1030, toEpochSeconds: 1050 }
    const cost = domain0CostOf(recorded(), part)!
    expect(cost.cpuSecondsPerRequest).toBeCloseTo(COST, 9)
    expect(workBetween(cost, 7, 8)).toBeCloseTo(BESIDE + BURST.seconds, 9)
    expect(workBetween(cost, 0, 20)).toBeCloseTo(20 * BESIDE + BURST.seconds, 9)
  })

  it('gives nothing without a trace of Domain-0', () => {
    const windows = groupWindows([observationOf('vm1', 1000, { requests: requestsOf() })], 10)
    expect(domain0CostOf(windows, stretch)).toBeNull()
  })
})
