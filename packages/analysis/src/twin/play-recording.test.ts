import { playWeights } from '@steelyard/simulator'
import { describe, expect, it } from 'vitest'
import type { RecordedHost } from '../recorded/recorded-host.ts'
import { groupWindows } from '../recorded/window-list.ts'
import { cpuOf, observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import { playRecording } from './play-recording.ts'
import { twinArrivals, twinHost } from './twin-host.fixture.ts'

const observations = [1000, 1010].map((start) => observationOf('vm1', start))
const host: RecordedHost = {
  observations,
  windowSeconds: 10,
  plannedPhases: [],
  regimes: [
    { fromEpochSeconds: Number.NEGATIVE_INFINITY, weights: { vm1: 64, vm2: 512 } },
    { fromEpochSeconds: 1010, weights: { vm1: 256, vm2: 512 } },
  ],
  pCpus: { count: 1, source: 'host' },
}
const recorded = {
  host,
  windows: groupWindows(observations, 10),
  stretch: { fromEpochSeconds: 1000, toEpochSeconds: 1020 },
  arrivals: twinArrivals(),
  phases: [],
}

describe('playRecording', () => {
  it('answers for the range with intervals, and window by window', async () => {
    const { twin, windowMeans } = await playRecording(twinHost(), recorded)
    expect(twin).toMatchObject({ state: 'done', simulatedSeconds: 20, xenVersion: '4.18.1' })
    const [vm1, vm2] = twin.domains
    expect([vm1!.name, vm2!.name]).toEqual(['vm1', 'vm2'])
    // The mean exceeds the request's own time, and the CPU time equals the measured lambda x.
    expect(vm1!.mean!.mean).toBeGreaterThan(0.007)
    expect(vm1!.cpuShare).toBeCloseTo(0.32, 1)
    expect([...windowMeans.keys()]).toEqual([1000, 1010])
    const means = [...windowMeans.values()].map((each) => each.get('vm1')!)
    expect((means[0]! + means[1]!) / 2).toBeCloseTo(vm1!.mean!.mean, 3)
  })

  it('gives the times of each phase that it plays in full, over all its requests', async () => {
    const [whole, second, beyond] = [
      { fromEpochSeconds: 1000, toEpochSeconds: 1020 },
      { fromEpochSeconds: 1010, toEpochSeconds: 1020 },
      { fromEpochSeconds: 900, toEpochSeconds: 905 },
    ] as const
    const phases = [whole, second, beyond]
    const { twin, phaseTimes, range } = await playRecording(twinHost(), { ...recorded, phases })
    expect([...phaseTimes.keys()]).toEqual([whole, second])
    const [all, half] = [phaseTimes.get(whole)!.get('vm1')!, phaseTimes.get(second)!.get('vm1')!]
    expect(all).toHaveLength(range.results.length)
    // The percentile of the whole range is that of its own result, seed by seed.
    const vm1 = range.results.map(({ domains }) => domains.find(({ name }) => name === 'vm1')!)
    expect(all.map(({ p95 }) => p95)).toEqual(vm1.map(({ requests }) => requests!.responseTime.p95))
    expect(half[0]!.count).toBeLessThan(all[0]!.count)
    expect(twin.domains[0]!.name).toBe('vm1')
  })

  it('is compared with what the log would show, or with what clients would see', async () => {
    const found = twinHost()
    const by = async (measuredBy: 'client' | 'access-log') => {
      const measured = found.measured.map((each) => ({ ...each, measuredBy }))
      const { twin, windowMeans } = await playRecording({ ...found, measured }, recorded)
      return { vm1: twin.domains[0]!, seconds: windowMeans.get(1000)!.get('vm1')! }
    }
    const [client, log] = [await by('client'), await by('access-log')]
    expect(log.vm1.logged.mean!.mean).toBeLessThan(log.vm1.mean!.mean)
    expect(log.seconds).toBeLessThan(client.seconds)
  })

  it('gives nothing for windows without a trace', async () => {
    const windows = groupWindows(
      [1000, 1010].flatMap((start) => [
        observationOf('vm1', start, {
          requests: requestsOf(),
          cpu: start === 1000 ? cpuOf() : null,
        }),
        observationOf('Domain-0', start, { cpu: start === 1000 ? cpuOf() : null }),
      ]),
      10,
    )
    const { windowMeans } = await playRecording(twinHost(), { ...recorded, windows })
    expect([...windowMeans.keys()]).toEqual([1000])
  })

  it('also plays what lies before the range, under the weights of its time', async () => {
    const found = { ...twinHost(), range: { fromEpochSeconds: 1010, toEpochSeconds: 1020 } }
    const { twin, windowMeans } = await playRecording(found, recorded)
    expect(twin.simulatedSeconds).toBe(10)
    expect([...windowMeans.keys()]).toEqual([1000, 1010])
  })

  it('returns the host of the range, for questions about other weights', async () => {
    const { range } = await playRecording(twinHost(), recorded)
    const low = { 'Domain-0': 256, vm1: 16, vm2: 1024 }
    const runs = [low, { ...low, vm1: 1024, vm2: 16 }].map((weights) => ({ weights, seed: 1 }))
    const { config, horizonSeconds } = range
    const [starved, preferred] = await playWeights(config, runs, { horizonSeconds })
    const meanOf = (played: typeof starved, domain: string) =>
      played!.find(({ name }) => name === domain)!.responseTime.mean!
    expect(meanOf(preferred, 'vm1')).toBeLessThan(meanOf(starved, 'vm1'))
    expect(meanOf(preferred, 'vm2')).toBeGreaterThan(meanOf(starved, 'vm2'))
  })

  it('stops when it is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(playRecording(twinHost(), recorded, { signal })).rejects.toThrow('enough')
  })

  it('gives a reason where the host cannot be played', async () => {
    const found = twinHost()
    found.load.domains[1]!.capPercent = 300
    await expect(playRecording(found, recorded)).rejects.toThrow(/The cap of vm2 is 300/)
  })
})
