import { describe, expect, it } from 'vitest'
import type { HostFacts } from '../known-host/host-facts.ts'
import { sdpsBasis } from '../prediction/analysed-host.fixture.ts'
import type { RecordedHost } from '../recorded/recorded-host.ts'
import { cpuOf, durationOf, observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import { exampleSettings } from '../settings.fixture.ts'
import { surveyRecording } from '../survey-recording.ts'
import { assessEvidence, type EvidenceInput } from './assess-evidence.ts'

const fact = <T>(value: T) => ({ value, origin: { kind: 'operator' as const, path: null } })
const domainFacts = (domain: string) => ({
  domain,
  xenId: null,
  weight: fact(256),
  cap: fact(0),
  vCpus: fact(1),
})
const facts: HostFacts = {
  scheduler: fact('credit'),
  tsliceMs: null,
  ratelimitUs: null,
  xenVersion: null,
  pCpus: fact(1),
  experiments: null,
  domains: ['Domain-0', 'vm1', 'vm2', 'vm3'].map(domainFacts),
  contradictions: [],
}

interface Recorded {
  windows?: number
  /** Requests of each guest in each window of 10 s. */
  requests?: number
  /** CPU seconds of each guest in each of them. */
  cpuSeconds?: number
  logged?: readonly string[]
  /** The windows with a CPU trace. */
  isTraced?: (index: number) => boolean
  changes?: Partial<RecordedHost>
}

const GUESTS = ['vm1', 'vm2', 'vm3']

/** Five minutes of a half-used host, with everything that a good recording has. */
function recorded({
  windows = 30,
  requests = 300,
  cpuSeconds = 1.5,
  logged = GUESTS,
  isTraced = () => true,
  changes = {},
}: Recorded = {}): RecordedHost {
  const cpu = (usedSeconds: number, index: number) =>
    isTraced(index) ? cpuOf({ usedSeconds }) : null
  return {
    observations: Array.from({ length: windows }, (_, index) => [
      observationOf('Domain-0', 10 * index, { cpu: cpu(0.5, index) }),
      ...GUESTS.map((name) =>
        observationOf(name, 10 * index, {
          requests: logged.includes(name)
            ? requestsOf({ arrivals: requests, duration: durationOf({ count: requests }) })
            : null,
          cpu: cpu(cpuSeconds, index),
        }),
      ),
    ]).flat(),
    windowSeconds: 10,
    regimes: [{ fromEpochSeconds: 0, weights: { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 } }],
    plannedPhases: [],
    scheduler: 'credit',
    pCpus: { count: 1, source: 'host' },
    ...changes,
  }
}

const good: EvidenceInput = {
  targets: [],
  facts,
  hasTrace: true,
  basis: sdpsBasis({ errors: [0.05, -0.1, 0.2] }),
}

const assessed = (of: Recorded = {}, changes: Partial<EvidenceInput> = {}) =>
  assessEvidence(surveyRecording(recorded(of), exampleSettings), { ...good, ...changes })

/** The codes with the best grade that each allows. */
const lacksOf = (...asked: Parameters<typeof assessed>) =>
  Object.fromEntries(assessed(...asked).lacks.map(({ code, atMost }) => [code, atMost]))

const promise = (domain: string) => ({
  domain,
  responseTimeSeconds: 0.1,
  throughputPerSecond: null,
})

describe('a good recording', () => {
  it('is enough, and lacks nothing', () => {
    expect(assessed()).toEqual({ grade: 'enough', lacks: [] })
    expect(assessed({}, { targets: [promise('vm1')] }).grade).toBe('enough')
  })
})

describe('the CPU trace', () => {
  it('must exist', () => {
    const found = assessed({ isTraced: () => false }, { hasTrace: false })
    expect(found.grade).toBe('not-enough')
    expect(found.lacks[0]!.code).toBe('no-cpu-trace')
  })

  it('must be of the time of the requests', () => {
    const lacks = lacksOf({ isTraced: () => false })
    expect(lacks['trace-of-another-time']).toBe('not-enough')
    expect(lacks).not.toHaveProperty('no-cpu-trace')
  })

  it('must cover most of the requests', () => {
    const covering = (percent: number) =>
      lacksOf({ isTraced: (index) => (index % 10) * 10 < percent })['cpu-partly-traced']
    expect([20, 30, 70, 80].map(covering)).toEqual(['not-enough', 'thin', 'thin', undefined])
    const found = assessed({ isTraced: (index) => index % 10 < 5 })
    expect(found.lacks).toContainEqual({
      code: 'cpu-partly-traced',
      atMost: 'thin',
      covered: expect.closeTo(0.6, 9),
    })
  })
})

describe('the logs', () => {
  it('must be of most guests that are known to run', () => {
    const lack = (logged: readonly string[]) =>
      assessed({ logged }).lacks.find(({ code }) => code === 'domains-without-log')
    expect(lack(['vm1'])).toEqual({
      code: 'domains-without-log',
      atMost: 'not-enough',
      domains: ['vm2', 'vm3'],
      logged: 1,
      known: 3,
    })
    expect(lack(['vm1', 'vm2'])).toMatchObject({ atMost: 'thin', domains: ['vm3'] })
    expect(lack(GUESTS)).toBeUndefined()
  })

  it('need not be of guests that use no CPU, nor of those that the trace does not show', () => {
    const idle = recorded({ logged: ['vm1', 'vm2'] })
    const observations = idle.observations.map((each) =>
      each.domain === 'vm3' ? { ...each, cpu: cpuOf({ usedSeconds: 0.05 }) } : each,
    )
    const survey = surveyRecording({ ...idle, observations }, exampleSettings)
    expect(assessEvidence(survey, good).grade).toBe('enough')
    const more = { ...facts, domains: [...facts.domains, domainFacts('vm9')] }
    expect(assessed({}, { facts: more }).grade).toBe('enough')
  })

  it('must be of every domain with a target', () => {
    const targets = [promise('vm1'), promise('vm3')]
    expect(assessed({ logged: ['vm1', 'vm2'] }, { targets }).lacks).toContainEqual({
      code: 'targets-not-measured',
      atMost: 'not-enough',
      domains: ['vm3'],
    })
    const throughput = { ...promise('vm3'), responseTimeSeconds: null, throughputPerSecond: 5 }
    expect(lacksOf({ logged: ['vm1', 'vm2'] }, { targets: [throughput] })).not.toHaveProperty(
      'targets-not-measured',
    )
  })
})

describe('the length', () => {
  it('of half a minute is not enough, and three minutes are', () => {
    const found = assessed({ windows: 3 })
    expect(found.grade).toBe('not-enough')
    expect(found.lacks).toContainEqual({
      code: 'short',
      atMost: 'not-enough',
      seconds: 30,
      leastSeconds: 180,
    })
    const short = (windows: number) => lacksOf({ windows }).short
    expect([5, 6, 17, 18].map(short)).toEqual(['not-enough', 'thin', 'thin', undefined])
  })

  it('must also be divided into several windows', () => {
    const few = (windows: number) => lacksOf({ windows })['few-windows']
    expect([5, 6, 11, 12].map(few)).toEqual(['not-enough', 'thin', 'thin', undefined])
  })

  it('must have requests beyond the percentile of the targets', () => {
    const few = (requests: number, statistic: 'mean' | 'p95' | 'p99') => {
      const host = recorded({ requests, windows: 20 })
      const survey = surveyRecording(host, { ...exampleSettings, targetStatistic: statistic })
      return assessEvidence(survey, good).lacks.find(({ code }) => code === 'few-requests')
    }
    // 100 requests have five beyond the 95th percentile and one beyond the 99th.
    expect(few(5, 'p95')).toBeUndefined()
    expect(few(4, 'p95')).toMatchObject({ atMost: 'thin', domains: GUESTS, leastRequests: 100 })
    expect(few(4, 'mean')).toMatchObject({ atMost: 'thin' })
    expect(few(5, 'p99')).toMatchObject({ atMost: 'thin', leastRequests: 500 })
    expect(few(4, 'p99')).toMatchObject({ atMost: 'not-enough' })
  })
})

describe('the load', () => {
  it('of a full host leaves only a thin verdict, with no figure of chance', () => {
    // Three guests and Domain-0 with 3.135 and 0.5 of 10 s: 99 %.
    const found = assessed({ cpuSeconds: 9.4 / 3 })
    expect(found.grade).toBe('thin')
    expect(found.lacks).toContainEqual({
      code: 'host-full',
      atMost: 'thin',
      utilisation: expect.closeTo(0.99, 9),
    })
    expect(found.lacks.map(({ code }) => code)).not.toContain('scatter')
  })

  it('of a busy host needs a longer recording', () => {
    const scatter = (requests: number, windows: number) =>
      lacksOf({ cpuSeconds: 2.8, requests, windows }).scatter
    // The same 89 % in requests of 280, 93 and 9.3 ms: chance falls with the number of requests.
    expect([10, 30, 300].map((requests) => scatter(requests, 20))).toEqual([
      'not-enough',
      'thin',
      undefined,
    ])
    expect(scatter(30, 120)).toBeUndefined()
  })
})

describe('the settings', () => {
  it('must be known, not assumed', () => {
    const lack = (changes: Partial<RecordedHost>, some: Partial<HostFacts>) =>
      assessed({ changes }, { facts: { ...facts, ...some } }).lacks
    expect(lack({ pCpus: { count: 1, source: 'assumed' } }, {})).toEqual([
      { code: 'settings-assumed', atMost: 'thin', settings: ['pCPUs'] },
    ])
    expect(lack({}, { scheduler: null })).toMatchObject([{ settings: ['scheduler'] }])
    const unweighted = facts.domains.map((each) => ({ ...each, weight: null }))
    expect(
      lack({ regimes: [{ fromEpochSeconds: 0, weights: {} }] }, { domains: unweighted }),
    ).toMatchObject([{ settings: ['weights'] }])
    expect(lack({}, { domains: unweighted })).toEqual([])
  })
})

describe('the predictor', () => {
  it('must come close to what was measured here', () => {
    const off = (errors: readonly number[]) =>
      lacksOf({}, { basis: sdpsBasis({ errors }) })['predictor-off']
    expect(off([Math.log(1.34)])).toBeUndefined()
    expect(off([-Math.log(1.36)])).toBe('thin')
    expect(off([Math.log(1.79)])).toBe('thin')
    expect(off([Math.log(1.81)])).toBe('not-enough')
    // The median counts.
    expect(off([0.01, -0.02, 3])).toBeUndefined()
  })

  it('is doubted where earlier changes on the host came out otherwise than foretold', () => {
    const off = (outcomes: readonly number[]) =>
      assessed({}, { basis: sdpsBasis({ errors: [0.05], outcomes }) }).lacks
    expect(off([])).toEqual([])
    expect(off([2, 2])).toEqual([])
    expect(off([0.1, -0.2, 2])).toEqual([])
    expect(off([0.1, -0.5, 0.5])).toEqual([
      { code: 'outcomes-off', atMost: 'thin', medianError: Math.expm1(0.5), values: 3 },
    ])
    expect(off([9, 9, 9])[0]).toMatchObject({ code: 'outcomes-off', atMost: 'thin' })
  })

  it('must have been compared with something', () => {
    const found = assessed({}, { basis: sdpsBasis() })
    expect(found.lacks).toEqual([{ code: 'predictor-unchecked', atMost: 'thin' }])
  })
})
