import { describe, expect, it } from 'vitest'
import type { EstimatedWindow } from '../estimates/estimate-windows.ts'
import type { PhaseResult } from '../estimates/phase-results.ts'
import type { RecordedHost } from '../recorded/recorded-host.ts'
import { groupWindows } from '../recorded/window-list.ts'
import { observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import { leftOut, type PlayedRecording } from './play-recording.ts'
import { twinHost } from './twin-host.fixture.ts'
import { phasesWithTwin, twinStage, withTwin } from './twin-stage.ts'

const played: PlayedRecording = {
  twin: {
    ...leftOut({ code: 'window-too-large' }, twinHost()),
    state: 'done',
    obstacle: null,
    domains: [
      {
        name: 'vm1',
        mean: { mean: 0.02, halfWidth: 0.001 },
        p95: null,
        p99: null,
        logged: { mean: null, p95: null },
        cpuShare: 0.3,
        runnableWaitPerRequestSeconds: 0.001,
        cdf: [],
      },
    ],
  },
  phaseTimes: new Map(),
  windowMeans: new Map([
    [10, new Map([['vm1', 0.01]])],
    [20, new Map([['vm1', 0.04]])],
  ]),
  range: {
    config: { pCpus: 1, scheduler: { name: 'credit' }, guests: [] },
    horizonSeconds: 20,
    weights: {},
    results: [],
  },
}

const rowAt = (startEpochSeconds: number): EstimatedWindow =>
  ({ domain: 'vm1', startEpochSeconds, estimatesSeconds: { sdps: 0.009 } }) as never

describe('the twin among the windows', () => {
  it('has times for the windows that it played, and none before', () => {
    const rows = withTwin([rowAt(0), rowAt(10)], played)
    expect(rows.map(({ estimatesSeconds }) => estimatesSeconds)).toEqual([
      { sdps: 0.009 },
      { sdps: 0.009, twin: 0.01 },
    ])
    expect(withTwin([rowAt(0)], null)).toEqual([rowAt(0)])
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
      span: { label: 'Phase', fromEpochSeconds: from, toEpochSeconds: 30 },
      domains: [{ domain: 'vm1', estimatesSeconds: {} }],
    }) as unknown as PhaseResult

  it('weighs its windows by their requests', () => {
    const [phase] = phasesWithTwin([phaseFrom(10)], windows, played)
    expect(phase!.domains[0]!.estimatesSeconds.twin).toBeCloseTo(
      (300 * 0.01 + 100 * 0.04) / 400,
      12,
    )
  })

  it('has no times for a phase that it played in part', () => {
    const [phase] = phasesWithTwin([phaseFrom(0)], windows, played)
    expect(phase!.domains[0]!.estimatesSeconds.twin).toBeNull()
  })
})

describe('twinStage', () => {
  const host = { regimes: [] } as unknown as RecordedHost
  const stretch = { fromEpochSeconds: 1000, toEpochSeconds: 1020 }

  it('reads no arrivals for a twin that cannot play', async () => {
    const found = {
      ...twinHost(),
      twin: { cannot: { code: 'no-cpu-data' as const, domains: ['vm2'] } },
    }
    const stage = await twinStage(
      found,
      { host, windows: [], stretch, phases: [] },
      () => {
        throw new Error('arrivals were read')
      },
      {},
    )
    expect(stage).toMatchObject({
      played: null,
      arrivals: [],
      twin: { state: 'left-out', obstacle: { code: 'no-cpu-data', domains: ['vm2'] } },
    })
  })

  it('turns the twin’s refusal into a reason', async () => {
    const found = twinHost()
    found.load.domains[1]!.capPercent = 300
    const stage = await twinStage(
      found,
      { host, windows: [], stretch, phases: [] },
      async () => [],
      {},
    )
    expect(stage.twin).toMatchObject({
      state: 'left-out',
      obstacle: { code: 'refused', message: expect.stringMatching(/cap of vm2/) },
    })
  })

  it('passes on any other error', async () => {
    const signal = AbortSignal.abort(new Error('cancelled'))
    const recorded = { host, windows: [], stretch, phases: [] }
    const stage = twinStage(twinHost(), recorded, async () => [], { signal })
    await expect(stage).rejects.toThrow('cancelled')
  })
})
