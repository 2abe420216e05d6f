import { describe, expect, it } from 'vitest'
import { idlePCpusFor, isBoundByItself } from './idle-p-cpus.ts'
import type { DomainDemand } from './measured-load.ts'

const host = { statistic: 'p95', pCpus: 4 } as const
const weighed = { ...host, scheduler: 'credit', domain0Weight: 256, domains: [] } as const
const demandOf = (more: Partial<DomainDemand> = {}): DomainDemand => ({
  domain: 'vm1',
  weight: 256,
  targetSeconds: 0.5,
  softTargetSeconds: null,
  mostPCpus: 1,
  share: 0.5,
  isBusy: true,
  ratePerSecond: 5,
  cpuSecondsPerRequest: 0.1,
  load: 0.1,
  ratio: 1.2,
  isMissing: true,
  isAtEase: false,
  ...more,
})

describe('what must be idle', () => {
  it('is what makes the time of M/M/1 the target', () => {
    const idle = idlePCpusFor(demandOf(), host)
    // The 95th percentile of M/M/1 with the idle part 1 - rho, per pCPU: ln 20 x / (1 - rho).
    expect((Math.log(20) * 0.1) / idle).toBeCloseTo(0.5, 12)
    expect(idlePCpusFor(demandOf(), { statistic: 'mean' })).toBeCloseTo(0.2, 12)
  })

  it('is nothing without a target or without requests', () => {
    expect(idlePCpusFor(demandOf({ targetSeconds: null }), host)).toBe(0)
    expect(idlePCpusFor(demandOf({ isBusy: false }), host)).toBe(0)
    expect(idlePCpusFor(demandOf({ cpuSecondsPerRequest: null }), host)).toBe(0)
  })

  it('cannot be had where the own vCPUs leave less', () => {
    // 0.6 pCPUs must be idle; one vCPU that is used to 0.4 leaves 0.6.
    expect(isBoundByItself(demandOf({ load: 0.1 }), weighed)).toBe(false)
    expect(isBoundByItself(demandOf({ load: 0.11 }), weighed)).toBe(true)
    expect(isBoundByItself(demandOf({ load: 0.11, mostPCpus: 2 }), weighed)).toBe(false)
  })
})
