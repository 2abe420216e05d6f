import type { TwinConfig, TwinResult, TwinSummary } from '@steelyard/simulator'
import { describe, expect, it } from 'vitest'
import { fairnessInWindows, fairnessOf, mostGotten } from './fairness.ts'

const summary = (shares: Record<string, number>) =>
  ({
    domains: Object.entries(shares).map(([name, mean]) => ({ name, cpuShare: { mean } })),
  }) as TwinSummary

const hogs: TwinConfig = {
  pCpus: 1,
  scheduler: { name: 'credit' },
  domain0: { name: 'Domain-0' },
  guests: [
    { name: 'vm1', weight: 256, hogs: 1 },
    { name: 'vm2', weight: 512, hogs: 1 },
  ],
}

function fairness(host: TwinConfig, ...all: Record<string, number>[]): number | null {
  const played = all.map(summary)
  return fairnessOf(played[0]!, host, mostGotten(played))
}

describe('fairnessOf', () => {
  it('is 1 where shares follow weights, whatever Domain-0 uses', () => {
    expect(fairness(hogs, { 'Domain-0': 0.1, vm1: 0.3, vm2: 0.6 })).toBeCloseTo(1, 12)
  })

  it('is one over the number of domains where one has everything', () => {
    expect(fairness(hogs, { 'Domain-0': 0, vm1: 1, vm2: 0 })).toBeCloseTo(0.5, 12)
  })

  it('does not blame a domain for capacity that it does not want', () => {
    const calm = { ...hogs, guests: [{ name: 'vm1' }, { name: 'vm2', hogs: 1 }] }
    expect(fairness(calm, { 'Domain-0': 0, vm1: 0.2, vm2: 0.8 })).toBeCloseTo(1, 12)
  })

  it('takes a domain’s demand from the variant that gives it most', () => {
    const two = { ...hogs, guests: [{ name: 'vm1' }, { name: 'vm2' }] }
    const starved = { 'Domain-0': 0, vm1: 0.1, vm2: 0.5 }
    expect(fairness(two, starved)).toBeCloseTo(1, 12)
    expect(fairness(two, starved, { 'Domain-0': 0, vm1: 0.5, vm2: 0.5 })).toBeLessThan(0.8)
  })

  it('is null without guests that want anything', () => {
    expect(fairness({ ...hogs, guests: [{ name: 'vm1' }] }, { vm1: 0 })).toBeNull()
  })
})

describe('fairnessInWindows', () => {
  it('detects turns that average out in the long run', () => {
    const window = (vm1: number, vm2: number) => ({
      domains: [
        { name: 'Domain-0', cpuShare: 0 },
        { name: 'vm1', cpuShare: vm1 },
        { name: 'vm2', cpuShare: vm2 },
      ],
    })
    const equal = { ...hogs, guests: hogs.guests.map((guest) => ({ ...guest, weight: 256 })) }
    const most = new Map([
      ['vm1', 1],
      ['vm2', 1],
    ])
    const run = { windows: [window(1, 0), window(0, 1), window(0.5, 0.5)] } as TwinResult
    expect(fairnessInWindows(run, equal, most)).toBeCloseTo(2 / 3, 12)
    expect(fairnessInWindows({ windows: [] }, equal, most)).toBeNull()
  })
})
