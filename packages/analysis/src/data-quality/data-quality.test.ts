import type { HostCalibration } from '@steelyard/model'
import type { Observation } from '@steelyard/traces'
import { describe, expect, it } from 'vitest'
import { knownHost } from '../known-host/known-host.ts'
import { findGuests } from '../recorded/guests.ts'
import { groupWindows } from '../recorded/window-list.ts'
import { cpuOf, durationOf, observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import type { QualityInput } from './check.ts'
import { dataQuality } from './data-quality.ts'

const noFacts = knownHost({ recording: null, xl: [], host: null }).facts

function reasonsOf(observations: readonly Observation[], more: Partial<QualityInput> = {}) {
  const windows = groupWindows(observations, 10)
  return dataQuality({
    host: {
      observations,
      windowSeconds: 10,
      regimes: [{ fromEpochSeconds: 0, weights: { 'Domain-0': 256, vm1: 256 } }],
      plannedPhases: [],
      pCpus: { count: 1, source: 'host' },
    },
    windows,
    rangeWindows: windows,
    guests: findGuests(windows),
    calibration: uncalibrated,
    targets: [],
    sources: [],
    notes: [],
    facts: noFacts,
    ...more,
  })
}

const uncalibrated: HostCalibration = {
  domains: [],
  domain0: { requestCostSeconds: null, backgroundUtilisation: null, wakeDelaySeconds: null },
  delayAware: { missing: 'not asked for' },
}

function codesOf(...input: Parameters<typeof reasonsOf>): string[] {
  return reasonsOf(...input).map((reason) => reason.code)
}

const vm1 = (start: number, values: Partial<Observation> = {}) =>
  observationOf('vm1', start, {
    requests: requestsOf(),
    clientRequests: requestsOf(),
    cpu: cpuOf(),
    ...values,
  })
const domain0 = (start: number, runnableWaitSeconds: number | null = 0.5) =>
  observationOf('Domain-0', start, { cpu: cpuOf({ usedSeconds: 0.5, runnableWaitSeconds }) })
const starts = Array.from({ length: 10 }, (_, i) => i * 10)
const sound = starts.flatMap((start) => [vm1(start), domain0(start)])

describe('dataQuality', () => {
  it('reports only the residuals of the two laws for sound data', () => {
    expect(codesOf(sound)).toEqual(['utilisation-law', 'conservation-law'])
  })

  it.each([
    ['domain0-missing', starts.map((start) => vm1(start))],
    ['domain0-wait-missing', starts.flatMap((start) => [vm1(start), domain0(start, null)])],
    ['service-time-inferred', starts.map((start) => vm1(start, { cpu: null }))],
    [
      'service-time-unknown',
      starts.map((start) => vm1(start, { cpu: null, requests: requestsOf({ duration: null }) })),
    ],
    ['no-client-times', starts.map((start) => vm1(start, { clientRequests: null }))],
    [
      'not-measured',
      starts.map((start) =>
        vm1(start, { clientRequests: null, requests: requestsOf({ duration: null }) }),
      ),
    ],
    ['cpu-coverage', starts.map((start) => vm1(start, start < 50 ? { cpu: null } : {}))],
    [
      'cpu-sum',
      [...sound, ...starts.map((start) => observationOf('idle', start, { cpu: cpuOf() }))],
    ],
    [
      'cpu-without-requests',
      [...sound, ...starts.map((start) => observationOf('vm9', start, { cpu: cpuOf() }))],
    ],
    ['few-windows', sound.slice(0, 6)],
    [
      'partly-logged-windows',
      [...sound, vm1(100, { clientRequests: null, requests: requestsOf({ coveredSeconds: 4 }) })],
    ],
    [
      'few-requests',
      starts.map((start) =>
        vm1(start, { clientRequests: requestsOf({ duration: durationOf({ count: 19 }) }) }),
      ),
    ],
    [
      'second-resolution',
      starts.map((start) =>
        vm1(start, {
          requests: requestsOf({
            interArrival: { count: 9, meanSeconds: 1, varianceSeconds2: 1, resolution: 'second' },
          }),
        }),
      ),
    ],
  ])('reports %s where it holds, and only there', (code, observations) => {
    expect(codesOf(observations)).toContain(code)
    expect(codesOf(sound)).not.toContain(code)
  })

  it('reports an unknown weight and an unknown number of pCPUs', () => {
    const host = {
      observations: sound,
      windowSeconds: 10,
      regimes: [{ fromEpochSeconds: 0, weights: { 'Domain-0': 256 } }],
      plannedPhases: [],
      pCpus: { count: 1, source: 'assumed' as const },
    }
    expect(codesOf(sound, { host })).toEqual(
      expect.arrayContaining(['weights-assumed', 'pcpus-assumed']),
    )
  })

  it('warns of windows longer than a phase', () => {
    const codesAt = (seconds: number) =>
      codesOf(sound, {
        host: {
          observations: sound,
          windowSeconds: 10,
          regimes: [{ fromEpochSeconds: 0, weights: { 'Domain-0': 256, vm1: 256 } }],
          plannedPhases: [{ label: 'Phase 1', fromEpochSeconds: 0, toEpochSeconds: seconds }],
          pCpus: { count: 1, source: 'host' },
        },
      })
    expect(codesAt(9)).toContain('windows-across-phases')
    expect(codesAt(10)).not.toContain('windows-across-phases')
  })

  describe('domains measured by their access log alone', () => {
    const byLog = (domain: string) =>
      starts.map((start) => observationOf(domain, start, { requests: requestsOf(), cpu: cpuOf() }))
    const target = { domain: 'vm2', responseTimeSeconds: 0.009, throughputPerSecond: null }
    const told = (...input: Parameters<typeof reasonsOf>) =>
      reasonsOf(...input).filter((reason) => reason.code === 'no-client-times')

    it('get one remark on the direction of the log’s error', () => {
      const [reason, ...others] = told([...byLog('vm2'), ...byLog('vm3')])
      expect(reason).toMatchObject({
        severity: 'info',
        byLog: ['vm2', 'vm3'],
        byClients: [],
        hasTarget: false,
      })
      expect(others).toEqual([])
    })

    it('get a warning where other domains are measured by clients', () => {
      const [reason] = told([...sound, ...byLog('vm2')])
      expect(reason).toMatchObject({ severity: 'warning', byLog: ['vm2'], byClients: ['vm1'] })
    })

    it('get a warning where a response-time target depends on the log', () => {
      const [reason] = told(byLog('vm2'), { targets: [target] })
      expect(reason).toMatchObject({ severity: 'warning', byClients: [], hasTarget: true })
      const throughput = { ...target, responseTimeSeconds: null, throughputPerSecond: 9 }
      expect(told(byLog('vm2'), { targets: [throughput] })).toMatchObject([{ severity: 'info' }])
      expect(told([...sound], { targets: [{ ...target, domain: 'vm1' }] })).toEqual([])
    })
  })

  it('get a warning when log and trace do not belong together', () => {
    const reasons = reasonsOf(
      starts.map((start) =>
        vm1(start, { cpu: cpuOf({ usedSeconds: start % 20 === 0 ? 3 : 0.1 }) }),
      ),
    )
    expect(reasons.find((reason) => reason.code === 'utilisation-law')?.severity).toBe('warning')
  })

  describe('the conservation law', () => {
    /** Ten windows of 10 s with 50 requests of 10 ms per second; x / (1 - rho) = 20 ms. */
    const measuredAt = (meanSeconds: number) =>
      starts.map((start) =>
        vm1(start, {
          requests: requestsOf({ arrivals: 500 }),
          clientRequests: requestsOf({ arrivals: 500, duration: durationOf({ meanSeconds }) }),
          cpu: cpuOf({ usedSeconds: 5 }),
        }),
      )
    const told = (meanSeconds: number) =>
      reasonsOf(measuredAt(meanSeconds)).find(({ code }) => code === 'conservation-law')

    it.each([
      [0.022, 'info', 1.1, null],
      [0.05, 'warning', 2.5, 'other-waits'],
      [0.008, 'warning', 0.4, 'missed-waits'],
    ])(
      'compares measured times of %d s with CPU time and its sharing: %s',
      (mean, severity, ratio, suspects) => {
        expect(told(mean)).toMatchObject({ severity, ratio: expect.closeTo(ratio, 9), suspects })
      },
    )

    it('is not checked on windows with few requests', () => {
      const thin = starts.map((start) =>
        vm1(start, { clientRequests: requestsOf({ duration: durationOf({ count: 19 }) }) }),
      )
      expect(codesOf(thin)).not.toContain('conservation-law')
    })
  })

  it('reports once what several sources have in common, and counts rejected lines for each', () => {
    const source = (path: string, rejected = 0) => ({
      path,
      lines: 100,
      rejected,
      gaveNothing: false,
      notes: ['same'],
    })
    const windows = groupWindows(sound, 10)
    const reasons = dataQuality({
      host: {
        observations: sound,
        windowSeconds: 10,
        regimes: [{ fromEpochSeconds: 0, weights: { 'Domain-0': 256, vm1: 256 } }],
        plannedPhases: [],
        pCpus: { count: 1, source: 'host' },
      },
      windows,
      rangeWindows: windows,
      guests: findGuests(windows),
      calibration: uncalibrated,
      targets: [],
      sources: [source('a.log'), source('b.log', 5)],
      notes: [],
      facts: noFacts,
    })
    expect(reasons.filter((reason) => reason.code === 'source-note')).toMatchObject([
      { text: 'same', paths: ['a.log', 'b.log'] },
    ])
    expect(reasons.filter((reason) => reason.code === 'rejected-lines')).toMatchObject([
      { path: 'b.log', rejected: 5, lines: 100, severity: 'warning' },
    ])
  })

  it('reports a throughput target on a log without completions', () => {
    const blind = requestsOf({ completions: null, duration: null })
    const observations = starts.flatMap((start) => [
      vm1(start, { clientRequests: null, requests: blind }),
      domain0(start),
    ])
    const targets = [{ domain: 'vm1', responseTimeSeconds: null, throughputPerSecond: 9 }]
    expect(codesOf(observations, { targets })).toContain('throughput-by-arrivals')
    expect(codesOf(observations)).not.toContain('throughput-by-arrivals')
    expect(codesOf(sound, { targets })).not.toContain('throughput-by-arrivals')
  })
})
