import { describe, expect, it } from 'vitest'
import type { RecordedHost } from '../pipeline/recorded-host.ts'
import { observationOf } from '../pipeline/testing-windows.ts'
import { groupWindows } from '../pipeline/window-list.ts'
import { playRecording, reasonOf } from './play-recording.ts'
import { twinArrivals, twinHost } from './twin-host.fixture.ts'

const observations = [1000, 1010].map((start) => observationOf('vm1', start))
const host: RecordedHost = {
  ...{ observations, windowSeconds: 10, plannedPhases: [] },
  regimes: [
    { fromEpochSeconds: Number.NEGATIVE_INFINITY, weights: { vm1: 64, vm2: 512 } },
    { fromEpochSeconds: 1010, weights: { vm1: 256, vm2: 512 } },
  ],
  physicalCpus: { count: 1, source: 'host' },
}
const recorded = {
  host,
  windows: groupWindows(observations, 10),
  stretch: { fromEpochSeconds: 1000, toEpochSeconds: 1020 },
  arrivals: twinArrivals(),
}

describe('playRecording', () => {
  it('answers for the range with intervals, and window by window', async () => {
    const { twin, windowMeans } = await playRecording(twinHost(), recorded)
    expect(twin).toMatchObject({ state: 'done', simulatedSeconds: 20, xenVersion: '4.18.1' })
    const [vm1, vm2] = twin.domains
    expect([vm1!.domain, vm2!.domain]).toEqual(['vm1', 'vm2'])
    expect(vm1).toMatchObject({ measuredMeanMs: 20, measuredP95Ms: 50 })
    expect(vm2!.measuredMeanMs).toBeNull()
    // More than the request alone, and of the CPU time as much as was measured: lambda x.
    expect(vm1!.mean!.ms).toBeGreaterThan(7)
    expect(vm1!.cpuShare).toBeCloseTo(0.32, 1)
    expect([...windowMeans.keys()]).toEqual([1000, 1010])
    const means = [...windowMeans.values()].map((each) => each.get('vm1')! * 1000)
    expect((means[0]! + means[1]!) / 2).toBeCloseTo(vm1!.mean!.ms, 0)
  })

  it('plays what lies before the range too, under the weights of its time', async () => {
    const found = { ...twinHost(), range: { fromEpochSeconds: 1010, toEpochSeconds: 1020 } }
    const { twin, windowMeans } = await playRecording(found, recorded)
    expect(twin.simulatedSeconds).toBe(10)
    expect([...windowMeans.keys()]).toEqual([1000, 1010])
  })

  it('tells what other weights would do, always the same', async () => {
    const { predict, affordable } = await playRecording(twinHost(), recorded)
    const low = { 'Domain-0': 256, vm1: 16, vm2: 1024 }
    const high = { ...low, vm1: 1024, vm2: 16 }
    const [starved, again, preferred] = [
      await predict(low),
      await predict(low),
      await predict(high),
    ]
    expect(again).toEqual(starved)
    expect(preferred.get('vm1')!).toBeLessThan(starved.get('vm1')!)
    expect(preferred.get('vm2')!).toBeGreaterThan(starved.get('vm2')!)
    expect(affordable).toBeGreaterThan(0)
  })

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(playRecording(twinHost(), recorded, { signal })).rejects.toThrow('enough')
  })

  it('has a reason where the host cannot be played', async () => {
    const found = twinHost()
    found.load.domains[1]!.capPercent = 300
    const error = await playRecording(found, recorded).catch((thrown: unknown) => thrown)
    expect(reasonOf(error)).toContain('The cap of vm2 is 300')
    expect(reasonOf(new Error('another'))).toBeNull()
  })
})
