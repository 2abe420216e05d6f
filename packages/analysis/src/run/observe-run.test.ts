import { connectionPath, simulate, type TwinConfig } from '@steelyard/simulator'
import { describe, expect, it } from 'vitest'
import { observeRun } from './observe-run.ts'
import { playRun } from './play-run.ts'

const config: TwinConfig = {
  pCpus: 2,
  scheduler: { name: 'credit' },
  domain0: { name: 'Domain-0' },
  guests: ['vm1', 'vm2', 'vm3'].map((name) => ({
    name,
    vCpus: 2,
    load: {
      arrivals: { kind: 'poisson', ratePerSecond: 60 },
      serviceTime: { kind: 'exponential', meanSeconds: 0.008 },
      path: connectionPath({ domain0Seconds: 0.001, guestSeconds: 0.0005 }),
    },
  })),
}
const length = ({ fromSeconds, toSeconds }: { fromSeconds: number; toSeconds: number }) =>
  toSeconds - fromSeconds
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

describe('observeRun', () => {
  it('sees what the first replication reports, when it observes all of it', async () => {
    const observed = observeRun(config, { seconds: 60, lengthSeconds: 10 })
    const [played] = await playRun({ hosts: [config], replications: 1, horizonSeconds: 10 })
    expect(observed.toSeconds).toBe(10)
    for (const { name, stateSeconds, requests } of played!.results[0]!.domains) {
      const runs = observed.spans.filter(
        ({ domain, state }) => domain === name && state === 'running',
      )
      expect(sum(runs.map(length))).toBeCloseTo(stateSeconds.running, 6)
      const times = (observed.requests.get(name) ?? []).map(
        ({ startSeconds, endSeconds }) => endSeconds - startSeconds,
      )
      expect(times).toHaveLength(requests?.answered ?? 0)
      if (requests) expect(sum(times) / times.length).toBeCloseTo(requests.responseTime.mean!, 6)
    }
  })

  it('sees of a longer run the beginning, with the answers that came after it', () => {
    const { spans, requests } = observeRun(config, { seconds: 5, lengthSeconds: 300 })
    const { windows } = simulate(config, {
      seed: 1,
      horizonSeconds: 40,
      boundariesSeconds: [5],
    })
    for (const { name, stateSeconds, requests: reported } of windows[0]!.domains) {
      const runs = spans.filter(({ domain, state }) => domain === name && state === 'running')
      expect(sum(runs.map(length))).toBeCloseTo(stateSeconds.running, 6)
      expect(requests.get(name)?.length ?? 0).toBe(reported?.answered ?? 0)
    }
    expect(Math.max(...spans.map(({ toSeconds }) => toSeconds))).toBe(5)
  })

  it('sees less of a host where more happens', () => {
    const guests = Array.from({ length: 20 }, (_, i) => ({
      ...config.guests[0]!,
      name: `vm${i}`,
      vCpus: 1,
    }))
    const { toSeconds } = observeRun(
      { ...config, pCpus: 16, guests },
      { seconds: 60, lengthSeconds: 300 },
    )
    expect(toSeconds).toBeLessThan(60)
    expect(toSeconds).toBeGreaterThan(0)
  })
})
