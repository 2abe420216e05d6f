import type { DomainResult, PhaseResult } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import type { EstimatedWindow } from '../estimates/estimate-windows.ts'
import type { RecordedHost } from '../recorded/recorded-host.ts'
import { observationOf, requestsOf } from '../recorded/testing-windows.ts'
import { groupWindows } from '../recorded/window-list.ts'
import { leftOut, type PlayedRecording } from './play-recording.ts'
import { twinHost } from './twin-host.fixture.ts'
import { domainsWithTwin, phasesWithTwin, twinStage, withTwin } from './twin-stage.ts'

const played: PlayedRecording = {
  twin: {
    ...leftOut('', twinHost()),
    state: 'done',
    reason: null,
    domains: [
      {
        domain: 'vm1',
        mean: { ms: 20, lowMs: 19, highMs: 21 },
        p95: null,
        p99: null,
        cpuShare: 0.3,
        runnableWaitPerRequestMs: 1,
        measuredMeanMs: 22,
        measuredP95Ms: 50,
      },
    ],
  },
  windowMeans: new Map([
    [10, new Map([['vm1', 0.01]])],
    [20, new Map([['vm1', 0.04]])],
  ]),
  range: { config: { pCpus: 1, scheduler: { name: 'credit' }, guests: [] }, horizonSeconds: 20 },
}

const rowAt = (startEpochSeconds: number): EstimatedWindow =>
  ({ domain: 'vm1', startEpochSeconds, values: { estimatesMs: { sdps: 9 } } }) as never

describe('the twin among the windows', () => {
  it('speaks where it played, and is silent before', () => {
    const rows = withTwin([rowAt(0), rowAt(10)], played)
    expect(rows.map(({ values }) => values.estimatesMs)).toEqual([
      { sdps: 9 },
      { sdps: 9, twin: 10 },
    ])
    expect(withTwin([rowAt(0)], null)).toEqual([rowAt(0)])
  })
})

describe('the twin among the estimates of a domain', () => {
  const domain = { domain: 'vm1', estimates: [] as DomainResult['estimates'] } as DomainResult

  it('has its mean over the range', () => {
    expect(domainsWithTwin([domain], played.twin)[0]!.estimates).toEqual([
      { estimator: 'twin', responseTimeMs: 20, breakdown: null, valid: true, reasons: [] },
    ])
  })

  it('says why it is silent', () => {
    const twin = leftOut('There is no CPU data.', twinHost())
    expect(domainsWithTwin([domain], twin)[0]!.estimates).toMatchObject([
      { responseTimeMs: null, valid: false, reasons: ['There is no CPU data.'] },
    ])
  })
})

describe('the twin among the phases', () => {
  const windows = groupWindows(
    [0, 10, 20].map((start, index) =>
      observationOf('vm1', start, { requests: requestsOf({ arrivals: [100, 300, 100][index]! }) }),
    ),
    10,
  )
  const phaseFrom = (from: number) =>
    ({
      from: new Date(from * 1000).toISOString(),
      to: new Date(30_000).toISOString(),
      domains: [{ domain: 'vm1', estimatesMs: {} }],
    }) as PhaseResult

  it('weighs its windows by their requests', () => {
    const [phase] = phasesWithTwin([phaseFrom(10)], windows, played)
    expect(phase!.domains[0]!.estimatesMs.twin).toBeCloseTo((300 * 10 + 100 * 40) / 400, 9)
  })

  it('has no word on a phase that it played in part', () => {
    const [phase] = phasesWithTwin([phaseFrom(0)], windows, played)
    expect(phase!.domains[0]!.estimatesMs.twin).toBeNull()
  })
})

describe('twinStage', () => {
  const host = { regimes: [] } as unknown as RecordedHost
  const stretch = { fromEpochSeconds: 1000, toEpochSeconds: 1020 }

  it('reads no arrivals for a twin that cannot play', async () => {
    const found = { ...twinHost(), twin: { cannot: 'There is no CPU data of vm2.' } }
    const stage = await twinStage(
      found,
      { host, windows: [], stretch },
      () => {
        throw new Error('arrivals were read')
      },
      {},
    )
    expect(stage).toMatchObject({
      played: null,
      arrivals: [],
      twin: { state: 'left-out', reason: 'There is no CPU data of vm2.' },
    })
  })

  it('turns what the twin refuses into a reason', async () => {
    const found = twinHost()
    found.load.domains[1]!.capPercent = 300
    const stage = await twinStage(found, { host, windows: [], stretch }, async () => [], {})
    expect(stage.twin).toMatchObject({
      state: 'left-out',
      reason: expect.stringMatching(/cap of vm2/),
    })
  })
})
