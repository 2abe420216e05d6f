import type { TwinSummary } from '@steelyard/simulator'
import { describe, expect, it } from 'vitest'
import { playedDomains } from './played-domains.ts'

const of = (mean: number) => ({ mean, halfWidth: mean / 10 })

function domain(name: string, arrived: number | null, cdf: { mean: number }[] = []) {
  return {
    name,
    cpuShare: of(0.3),
    stateSeconds: { woken: of(2), preempted: of(1), running: of(9) },
    requests:
      arrived === null
        ? null
        : {
            arrived: of(arrived),
            responseTime: { mean: of(0.1), p95: of(0.3), p99: of(0.5) },
            loggedTime: { mean: of(0.08), p95: of(0.2) },
            cdf,
          },
  } as unknown as TwinSummary['domains'][number]
}

describe('playedDomains', () => {
  it('has the times of every guest as intervals', () => {
    const [vm1, ...others] = playedDomains({ domains: [domain('Domain-0', 9), domain('vm1', 60)] })
    expect(others).toEqual([])
    expect(vm1).toEqual({
      name: 'vm1',
      mean: of(0.1),
      p95: of(0.3),
      p99: of(0.5),
      logged: { mean: of(0.08), p95: of(0.2) },
      cpuShare: 0.3,
      // Three seconds runnable, after waking or when pre-empted, for sixty requests.
      runnableWaitPerRequestSeconds: 0.05,
      cdf: [],
    })
  })

  it('has no times for a guest without requests', () => {
    for (const { runnableWaitPerRequestSeconds } of playedDomains({
      domains: [domain('vm1', null), domain('vm2', 0)],
    })) {
      expect(runnableWaitPerRequestSeconds).toBeNull()
    }
    expect(playedDomains({ domains: [domain('vm1', null)] })[0]).toMatchObject({
      mean: null,
      p95: null,
      p99: null,
      logged: { mean: null, p95: null },
      cpuShare: 0.3,
    })
  })

  it('has the distribution at the times asked for', () => {
    const cdf = [{ mean: 0 }, { mean: 0.5 }, { mean: 1 }]
    expect(playedDomains({ domains: [domain('vm1', 60, cdf)] }, [0.1, 0.2, 0.4])[0]!.cdf).toEqual([
      { seconds: 0.1, fraction: 0 },
      { seconds: 0.2, fraction: 0.5 },
      { seconds: 0.4, fraction: 1 },
    ])
  })
})
