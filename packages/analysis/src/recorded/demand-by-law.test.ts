import { stackShare } from '@steelyard/simulator'
import { describe, expect, it } from 'vitest'
import { cpuCoverageOf, serviceTimeByUtilisationLaw } from './cpu-sums.ts'
import { demandByLaw } from './demand-by-law.ts'
import { groupWindows } from './window-list.ts'
import { cpuOf, durationOf, observationOf, requestsOf } from './windows.fixture.ts'

const LOGGED = 0.006
const DOMAIN_0_COST = 0.0002

interface ObservedWindow {
  arrivals: number
  ended?: number
  /** CPU seconds of vm1. Null when it was not traced. */
  used: number | null
  covered?: number
}

/** Windows of ten seconds with one guest, whose log has durations. */
function windowsOf(seen: readonly ObservedWindow[]) {
  return groupWindows(
    seen.flatMap(({ arrivals, ended = arrivals, used, covered = 10 }, index) => {
      const cpu = (usedSeconds: number) =>
        used === null ? null : cpuOf({ usedSeconds, coveredSeconds: covered })
      return [
        observationOf('vm1', 10 * index, {
          requests: requestsOf({
            arrivals,
            completions: { count: ended, errors: 0 },
            duration: durationOf({ count: arrivals, meanSeconds: LOGGED }),
          }),
          cpu: cpu(used ?? 0),
        }),
        observationOf('Domain-0', 10 * index, { cpu: cpu(DOMAIN_0_COST * arrivals) }),
      ]
    }),
    10,
  )
}

const watched: ObservedWindow = { arrivals: 100, used: 1.5 }
const unwatched: ObservedWindow = { arrivals: 100, used: null }

describe('demandByLaw', () => {
  it('is U / lambda where the trace covers the recording, whatever the log says', () => {
    expect(demandByLaw(windowsOf([watched, watched]), 'vm1')).toBeCloseTo(0.015, 12)
  })

  it('is no more than the log allows where the trace covers a part', () => {
    const limit = 1.1 * (LOGGED + stackShare * DOMAIN_0_COST)
    const windows = windowsOf([watched, unwatched, watched, unwatched])
    expect(demandByLaw(windows, 'vm1')).toBeCloseTo(limit, 12)
    const below = windowsOf([{ arrivals: 100, used: 0.65 }, unwatched])
    expect(demandByLaw(below, 'vm1')).toBeCloseTo(0.0065, 12)
  })

  it('is unknown where many requests were in progress when the trace began or ended', () => {
    const growing = { arrivals: 100, ended: 60, used: 0.5 }
    expect(demandByLaw(windowsOf([growing, unwatched, unwatched]), 'vm1')).toBeNull()
    const drained = { arrivals: 60, ended: 100, used: 0.5 }
    expect(demandByLaw(windowsOf([growing, drained, unwatched]), 'vm1')).not.toBeNull()
  })

  it('is unknown where the trace is very short', () => {
    const glimpse = { arrivals: 30, used: 0.15, covered: 6 }
    expect(demandByLaw(windowsOf([unwatched, glimpse, unwatched]), 'vm1')).toBeNull()
    expect(demandByLaw(windowsOf([unwatched]), 'vm1')).toBeNull()
  })
})

describe('serviceTimeByUtilisationLaw', () => {
  it('counts one half of a request where it arrived and one half where it ended', () => {
    const queue = windowsOf([{ arrivals: 100, ended: 80, used: 0.9 }])
    expect(serviceTimeByUtilisationLaw(queue, 'vm1')).toBeCloseTo(0.01, 12)
  })
})

describe('cpuCoverageOf', () => {
  it('is the fraction of requests that arrived while all domains that served them were traced', () => {
    const windows = windowsOf([
      { arrivals: 30, used: 0.2 },
      { ...unwatched, arrivals: 90 },
    ])
    expect(cpuCoverageOf(windows)).toBeCloseTo(0.25, 12)
    const withoutDomain0 = windows.map((window) => ({
      ...window,
      byDomain: new Map([...window.byDomain].filter(([domain]) => domain === 'vm1')),
    }))
    expect(cpuCoverageOf(withoutDomain0)).toBe(0)
    expect(cpuCoverageOf(windowsOf([{ arrivals: 0, used: 0 }]))).toBeNull()
  })
})
