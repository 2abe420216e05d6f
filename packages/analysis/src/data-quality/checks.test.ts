import type { Observation } from '@steelyard/traces'
import { describe, expect, it } from 'vitest'
import { knownHost } from '../known-host/known-host.ts'
import { findGuests, type Guest, MIN_REQUESTS_PER_WINDOW } from '../recorded/guests.ts'
import type { WeightRegime } from '../recorded/recorded-host.ts'
import { groupWindows } from '../recorded/window-list.ts'
import { cpuOf, durationOf, observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import type { QualityCheck, QualityInput } from './check.ts'
import { cpuChecks } from './cpu-checks.ts'
import type { Finding } from './finding.ts'
import { hostChecks } from './host-checks.ts'
import { lawChecks } from './law-checks.ts'
import { requestChecks } from './request-checks.ts'
import { sourceChecks } from './source-checks.ts'
import { windowChecks } from './window-checks.ts'

function findings(
  checks: readonly QualityCheck[],
  observations: readonly Observation[],
  more: Partial<QualityInput> = {},
): Finding[] {
  const windows = groupWindows(observations, 10)
  const input: QualityInput = {
    host: hostOf(),
    windows,
    rangeWindows: windows,
    guests: findGuests(windows),
    calibration: {
      domains: [],
      domain0: { requestCostSeconds: null, backgroundUtilisation: null, wakeDelaySeconds: null },
      delayAware: { missing: 'not asked for' },
    },
    targets: [],
    sources: [],
    notes: [],
    facts: knownHost({ recording: null, xl: [], host: null }).facts,
    ...more,
  }
  return checks.flatMap((check) => check(input))
}

function hostOf(changes: Partial<QualityInput['host']> = {}): QualityInput['host'] {
  return {
    observations: [],
    windowSeconds: 10,
    regimes: [{ fromEpochSeconds: 0, weights: { 'Domain-0': 256, vm1: 256 } }],
    plannedPhases: [],
    pCpus: { count: 2, source: 'host' },
    ...changes,
  }
}

/** Ten windows of one domain. */
const tenOf = (domain: string, of: (index: number) => Partial<Observation>) =>
  Array.from({ length: 10 }, (_, index) => observationOf(domain, 10 * index, of(index)))

const guest = (changes: Partial<Guest> = {}): Guest => ({
  name: 'vm1',
  measuredBy: 'client',
  serviceTimeSeconds: 0.01,
  serviceTimeSource: 'cpu',
  ...changes,
})

describe('windows', () => {
  const windows = (count: number) =>
    groupWindows(
      Array.from({ length: count }, (_, index) => observationOf('vm1', 10 * index)),
      10,
    )

  it('fewer than ten are few', () => {
    expect(findings(windowChecks, [], { rangeWindows: windows(10) })).toEqual([])
    expect(findings(windowChecks, [], { rangeWindows: windows(9) })).toEqual([
      { code: 'few-windows', severity: 'info', windows: 9 },
    ])
  })

  it('are too long for the shortest phase', () => {
    const phases = (...lengths: number[]) => {
      const plannedPhases = lengths.map((length) => ({
        label: 'phase',
        fromEpochSeconds: 100,
        toEpochSeconds: 100 + length,
      }))
      return findings(windowChecks, [], {
        rangeWindows: windows(10),
        host: hostOf({ plannedPhases }),
      })
    }
    expect(phases(10, 60)).toEqual([])
    expect(phases(60, 9, 30)).toEqual([
      { code: 'windows-across-phases', severity: 'warning', windowSeconds: 10, phaseSeconds: 9 },
    ])
  })
})

describe('the host', () => {
  const of = (source: QualityInput['host']['pCpus']['source']) =>
    findings(hostChecks, [], { host: hostOf({ pCpus: { count: 4, source } }) })

  it('has pCPUs from itself or from xl, else from a trace or from an assumption', () => {
    expect(of('host')).toEqual([])
    expect(of('xl-output')).toEqual([])
    expect(of('trace')).toEqual([{ code: 'pcpus-from-trace', severity: 'info', pCpus: 4 }])
    expect(of('assumed')).toEqual([{ code: 'pcpus-assumed', severity: 'warning' }])
  })

  it('lacks weights by the regime in force at the end', () => {
    const regimes: WeightRegime[] = [
      { fromEpochSeconds: 0, weights: { 'Domain-0': 256, vm1: 256 } },
      { fromEpochSeconds: 50, weights: { vm1: 512 } },
    ]
    const guests = [guest(), guest({ name: 'vm2' })]
    const found = (changes: Partial<QualityInput['host']>) =>
      findings(hostChecks, [], { guests, host: hostOf(changes) })
    expect(found({ regimes })).toEqual([
      { code: 'weights-assumed', severity: 'warning', domains: ['Domain-0', 'vm2'] },
    ])
    expect(found({ regimes: [] })).toEqual([
      { code: 'weights-assumed', severity: 'warning', domains: ['Domain-0', 'vm1', 'vm2'] },
    ])
  })
})

describe('sources', () => {
  const source = (rejected: number, notes: string[] = [], path = 'access.log') => ({
    path,
    lines: 1000,
    rejected,
    gaveNothing: false,
    notes,
  })

  it('with more than one rejected line in a hundred get a warning', () => {
    const severities = [0, 1, 10, 11].map(
      (rejected) => findings(sourceChecks, [], { sources: [source(rejected)] })[0]?.severity,
    )
    expect(severities).toEqual([undefined, 'info', 'info', 'warning'])
    expect(findings(sourceChecks, [], { sources: [source(11)] })).toEqual([
      {
        code: 'rejected-lines',
        severity: 'warning',
        path: 'access.log',
        lines: 1000,
        rejected: 11,
      },
    ])
  })

  it('that gave nothing get a warning', () => {
    const silent = { ...source(0, ['Nothing was measured.', 'aside']), gaveNothing: true }
    expect(findings(sourceChecks, [], { sources: [silent] })).toMatchObject([
      { code: 'source-note', severity: 'warning', text: 'Nothing was measured.' },
      { code: 'source-note', severity: 'info', text: 'aside' },
    ])
  })

  it('share their notes', () => {
    const sources = [source(0, ['one', 'two'], 'a'), source(0, ['one'], 'b')]
    expect(findings(sourceChecks, [], { sources, notes: ['all'] })).toEqual([
      { code: 'note', severity: 'info', text: 'all' },
      { code: 'source-note', severity: 'info', text: 'one', paths: ['a', 'b'] },
      { code: 'source-note', severity: 'info', text: 'two', paths: ['a'] },
    ])
  })
})

describe('requests', () => {
  it('that nobody measured, or only a log did', () => {
    const byLog = guest({ name: 'vm2', measuredBy: 'access-log' })
    const found = (guests: Guest[], target: number | null = null) =>
      findings(requestChecks, [], {
        guests,
        targets: [{ domain: 'vm2', responseTimeSeconds: target, throughputPerSecond: null }],
      })
    expect(found([guest({ measuredBy: null })])).toEqual([
      { code: 'not-measured', severity: 'warning', domain: 'vm1' },
    ])
    const alone = { code: 'no-client-times', byLog: ['vm2'], byClients: [], hasTarget: false }
    expect(found([byLog])).toEqual([{ ...alone, severity: 'info' }])
    expect(found([byLog], 0.1)).toEqual([{ ...alone, severity: 'warning', hasTarget: true }])
    expect(found([guest(), byLog])).toEqual([{ ...alone, severity: 'warning', byClients: ['vm1'] }])
    expect(found([guest()], 0.1)).toEqual([])
  })

  it('in windows that a log covers in part', () => {
    const covered = (coveredSeconds: number) =>
      findings(requestChecks, [
        observationOf('vm1', 0, { clientRequests: requestsOf() }),
        observationOf('vm1', 10, { clientRequests: requestsOf({ coveredSeconds }) }),
      ])
    expect(covered(9.5)).toEqual([])
    expect(covered(9.4)).toEqual([
      { code: 'partly-logged-windows', severity: 'info', partly: 1, windows: 2 },
    ])
  })

  it('without ends, where a throughput is promised', () => {
    const endless = requestsOf({ completions: null })
    const found = (throughputPerSecond: number | null, requests = endless) =>
      findings(requestChecks, [observationOf('vm1', 0, { clientRequests: requests })], {
        targets: [{ domain: 'vm1', responseTimeSeconds: null, throughputPerSecond }],
      })
    expect(found(10)).toEqual([
      { code: 'throughput-by-arrivals', severity: 'warning', domain: 'vm1' },
    ])
    expect(found(null)).toEqual([])
    expect(found(10, requestsOf())).toEqual([])
  })

  it('that are too few in a tenth of the windows, or in more than half', () => {
    const found = (thin: number) =>
      findings(
        requestChecks,
        tenOf('vm1', (index) => ({
          clientRequests: requestsOf({
            duration: durationOf({
              count: index < thin ? MIN_REQUESTS_PER_WINDOW - 1 : MIN_REQUESTS_PER_WINDOW,
            }),
          }),
        })),
      )
    expect(found(0)).toEqual([])
    expect(found(1)).toMatchObject([
      { code: 'few-requests', severity: 'info', thin: 1, windows: 10 },
    ])
    expect(found(5)).toMatchObject([{ severity: 'info', thin: 5 }])
    expect(found(6)).toMatchObject([
      { severity: 'warning', thin: 6, leastRequests: MIN_REQUESTS_PER_WINDOW },
    ])
  })
})

describe('CPU traces', () => {
  const domain0 = (runnableWaitSeconds: number | null = 0.1) =>
    tenOf('Domain-0', () => ({ cpu: cpuOf({ usedSeconds: 1, runnableWaitSeconds }) }))
  const found = (observations: readonly Observation[], more: Partial<QualityInput> = {}) =>
    findings(cpuChecks, observations, { guests: [], ...more })

  it('that know no service time, or infer it', () => {
    const guests = [
      guest({ serviceTimeSource: null }),
      guest({ name: 'vm2', serviceTimeSource: 'inferred' }),
    ]
    expect(found(domain0(), { guests })).toEqual([
      { code: 'service-time-unknown', severity: 'critical', domain: 'vm1' },
      { code: 'service-time-inferred', severity: 'warning', domain: 'vm2' },
    ])
  })

  it('of a domain that uses a hundredth of the host without requests', () => {
    const other = (usedSeconds: number) =>
      found([...domain0(), ...tenOf('vm9', () => ({ cpu: cpuOf({ usedSeconds }) }))])
    expect(other(0.19)).toEqual([])
    expect(other(0.21)).toEqual([
      {
        code: 'cpu-without-requests',
        severity: 'warning',
        domain: 'vm9',
        utilisation: expect.closeTo(0.021, 12),
      },
    ])
    expect(found([...domain0(), ...tenOf('vm9', () => ({}))])).toEqual([])
  })

  it('without Domain-0, or without its waits', () => {
    expect(found(tenOf('vm1', () => ({})))).toEqual([
      { code: 'domain0-missing', severity: 'warning' },
    ])
    expect(found(domain0(null))).toEqual([{ code: 'domain0-wait-missing', severity: 'warning' }])
    expect(found(domain0(0))).toEqual([])
  })

  it('that do not add up to all pCPUs with the idle domain', () => {
    const sum = (idle: number) =>
      found([...domain0(), ...tenOf('idle', () => ({ cpu: cpuOf({ usedSeconds: idle }) }))])
    // Twenty CPU seconds in ten, of which Domain-0 used one.
    expect(sum(19)).toEqual([])
    expect(sum(18.1)).toEqual([])
    expect(sum(17.9)).toEqual([
      { code: 'cpu-sum', severity: 'warning', sum: expect.closeTo(0.945, 12), pCpus: 2 },
    ])
    expect(sum(20.1)).toHaveLength(1)
  })

  it('that cover less than nine windows in ten', () => {
    const covering = (count: number) =>
      found(
        [
          ...domain0(),
          ...tenOf('vm1', (index) => ({ cpu: index < count ? cpuOf({ usedSeconds: 0 }) : null })),
        ],
        { guests: [guest()] },
      )
    expect(covering(9)).toEqual([])
    expect(covering(8)).toEqual([
      { code: 'cpu-coverage', severity: 'warning', domain: 'vm1', covered: 0.8 },
    ])
  })
})

describe('the utilisation law', () => {
  const found = (used: readonly number[], arrivals = 100) =>
    findings(
      lawChecks,
      used.map((usedSeconds, index) =>
        observationOf('vm1', 10 * index, {
          requests: requestsOf({ arrivals }),
          cpu: cpuOf({ usedSeconds }),
        }),
      ),
      { guests: [guest()] },
    ).filter(({ code }) => code === 'utilisation-law')

  it('has the mean scatter around the service time, and warns above a quarter', () => {
    // One second is what a hundred requests of 10 ms take.
    expect(found([1, 1.5])).toEqual([
      {
        code: 'utilisation-law',
        severity: 'info',
        domain: 'vm1',
        scatter: expect.closeTo(0.25, 12),
        serviceTimeSeconds: 0.01,
      },
    ])
    expect(found([0.5, 1.1])).toMatchObject([{ severity: 'warning', scatter: expect.closeTo(0.3) }])
  })

  it('counts windows with enough requests alone', () => {
    expect(found([1], MIN_REQUESTS_PER_WINDOW)).toHaveLength(1)
    expect(found([1], MIN_REQUESTS_PER_WINDOW - 1)).toEqual([])
  })
})
