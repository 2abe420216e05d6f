import { describe, expect, it } from 'vitest'
import {
  bestCovered,
  cpuCoverageOf,
  cpuForRequests,
  cpuOf,
  servedIn,
  serviceTimeByUtilisationLaw,
  wellCovered,
} from './cpu-sums.ts'
import { groupWindows } from './window-list.ts'
import { observationOf, requestsOf, cpuOf as traced } from './windows.fixture.ts'

/** One window of ten seconds: the CPU trace covers some of it, the log as well. */
function windowOf(seen: { cpu?: number; log?: number; arrivals?: number; ended?: number }) {
  const { cpu = 10, log = 10, arrivals = 100, ended = arrivals } = seen
  const vm1 = observationOf('vm1', 0, {
    requests: requestsOf({
      arrivals,
      coveredSeconds: log,
      completions: { count: ended, errors: 0 },
    }),
    cpu: traced({ usedSeconds: 2, runnableWaitSeconds: 1, coveredSeconds: cpu }),
  })
  return groupWindows([vm1], 10)[0]!
}

describe('CPU sums of a window', () => {
  const sums = (coveredSeconds: number, runnableWaitSeconds: number | null = 1) =>
    cpuOf(
      observationOf('vm1', 0, {
        cpu: traced({ usedSeconds: 2, runnableWaitSeconds, coveredSeconds }),
      }),
    )

  it('are scaled to the whole window', () => {
    expect(sums(10)).toEqual({ usedSeconds: 2, runnableWaitSeconds: 1, source: 'xenmon' })
    expect(sums(8)).toEqual({ usedSeconds: 2.5, runnableWaitSeconds: 1.25, source: 'xenmon' })
    expect(sums(5)).toMatchObject({ usedSeconds: 4, runnableWaitSeconds: 2 })
  })

  it('are dropped where the trace covers less than half of it, or none', () => {
    expect(sums(4.9)).toBeNull()
    expect(cpuOf(observationOf('vm1', 0))).toBeNull()
    expect(cpuOf(undefined)).toBeNull()
  })

  it('have no wait where the tool does not measure it', () => {
    expect(sums(8, null)).toMatchObject({ usedSeconds: 2.5, runnableWaitSeconds: null })
  })
})

describe('CPU sums for the requests', () => {
  it('reach as far as the log or the trace, whichever is longer', () => {
    expect(cpuForRequests(windowOf({ cpu: 8, log: 10 }), 'vm1')).toMatchObject({
      usedSeconds: 2.5,
      runnableWaitSeconds: 1.25,
    })
    // 2 seconds in 8, and the log has 9 of 10.
    expect(cpuForRequests(windowOf({ cpu: 8, log: 9 }), 'vm1')).toMatchObject({
      usedSeconds: 2.25,
      runnableWaitSeconds: 1.125,
    })
    expect(cpuForRequests(windowOf({ cpu: 8, log: 3 }), 'vm1')).toMatchObject({
      usedSeconds: 2,
      runnableWaitSeconds: 1,
    })
  })

  it('are unknown for a domain that was not traced', () => {
    expect(cpuForRequests(windowOf({ cpu: 4 }), 'vm1')).toBeNull()
    expect(cpuForRequests(windowOf({}), 'vm2')).toBeNull()
  })
})

describe('windows that are well covered', () => {
  it('are those in which both trace and log have 95 % of the time', () => {
    const all = [
      windowOf({ cpu: 9.5, log: 9.5 }),
      windowOf({ cpu: 9.4, log: 10 }),
      windowOf({ cpu: 10, log: 9.4 }),
    ]
    expect(wellCovered(all, 'vm1')).toEqual([all[0]])
    expect(wellCovered(all, 'vm2')).toEqual([])
    expect(bestCovered(all, 'vm1')).toEqual([all[0]])
    // All where there is none.
    expect(bestCovered(all.slice(1), 'vm1')).toEqual(all.slice(1))
  })
})

describe('requests served in a window', () => {
  it('are half of the arrivals and half of the completions', () => {
    expect(servedIn(windowOf({ arrivals: 100, ended: 80 }), 'vm1')).toBe(90)
    expect(servedIn(windowOf({}), 'vm2')).toBe(0)
  })

  it('are the arrivals where the log has no durations', () => {
    const requests = requestsOf({ arrivals: 70, completions: null })
    const [window] = groupWindows([observationOf('vm1', 0, { requests })], 10)
    expect(servedIn(window!, 'vm1')).toBe(70)
  })
})

describe('the utilisation law', () => {
  it('divides the CPU time of all windows by the requests of all', () => {
    const windows = [windowOf({ arrivals: 100 }), windowOf({ arrivals: 300 })]
    expect(serviceTimeByUtilisationLaw(windows, 'vm1')).toBeCloseTo(4 / 400, 12)
  })

  it('leaves out windows without CPU sums or without requests', () => {
    const untraced = windowOf({ cpu: 1, arrivals: 5000 })
    const idle = windowOf({ arrivals: 0 })
    expect(serviceTimeByUtilisationLaw([windowOf({}), untraced, idle], 'vm1')).toBeCloseTo(0.02, 12)
    expect(serviceTimeByUtilisationLaw([untraced, idle], 'vm1')).toBeNull()
    expect(serviceTimeByUtilisationLaw([], 'vm1')).toBeNull()
  })
})

describe('the coverage of requests by CPU traces', () => {
  const window = (start: number, arrivals: number, tracedDomains: readonly string[]) =>
    ['Domain-0', 'vm1', 'vm2', 'idle'].map((domain) =>
      observationOf(domain, start, {
        cpu: tracedDomains.includes(domain) ? traced() : null,
        requests: domain === 'vm1' ? requestsOf({ arrivals }) : null,
      }),
    )

  it('counts windows in which Domain-0 and all guests with requests were traced', () => {
    const coverage = (tracedDomains: readonly string[]) =>
      cpuCoverageOf(groupWindows([...window(0, 100, tracedDomains), ...window(10, 300, [])], 10))
    expect(coverage(['Domain-0', 'vm1'])).toBe(0.25)
    expect(coverage(['Domain-0'])).toBe(0)
    expect(coverage(['vm1', 'vm2'])).toBe(0)
  })

  it('is unknown without requests', () => {
    expect(cpuCoverageOf(groupWindows(window(0, 0, ['Domain-0']), 10))).toBeNull()
    expect(cpuCoverageOf([])).toBeNull()
  })

  it('needs Domain-0 to be there at all', () => {
    const [, vm1] = window(0, 100, ['vm1'])
    expect(cpuCoverageOf(groupWindows([vm1!], 10))).toBe(0)
  })
})
