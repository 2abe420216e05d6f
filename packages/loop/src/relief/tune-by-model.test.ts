import { expect, test } from 'vitest'
import { measuredLoad } from './measured-load.ts'
import { tuneByModel } from './tune-by-model.ts'

const host = {
  pCpus: 1,
  scheduler: 'credit' as const,
  domain0Weight: 256,
  statistic: 'p95' as const,
  domains: [
    { domain: 'vm1', weight: 256, targetSeconds: 3, softTargetSeconds: null, mostPCpus: 1 },
    { domain: 'vm2', weight: 256, targetSeconds: 2.25, softTargetSeconds: null, mostPCpus: 1 },
    { domain: 'vm3', weight: 256, targetSeconds: 12, softTargetSeconds: null, mostPCpus: 1 },
  ],
}
const anyRange = host.domains.map(({ domain }) => ({ domain, minShare: 0.02, maxShare: 1 }))

function demandsAt(vm1Rate: number) {
  const domains = [
    { domain: 'vm1', requests: 60 * vm1Rate, cpuSeconds: 6 * vm1Rate, valueSeconds: 5 },
    { domain: 'vm2', requests: 120, cpuSeconds: 9, valueSeconds: 1 },
    { domain: 'vm3', requests: 84, cpuSeconds: 12.6, valueSeconds: 4 },
  ]
  const minutes = [0, 60, 120, 180, 240].map((startEpochSeconds) => ({
    startEpochSeconds,
    domain0CpuSeconds: 1,
    domains,
  }))
  return measuredLoad(host, minutes, { missedWindows: 2, ofWindows: 3 })
}

test('it ends where no single step is better, in the direction that helps', () => {
  const shares = tuneByModel(host, demandsAt(4.5), anyRange)!
  expect([...shares.values()].reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9)
  expect(shares.get('vm1')).toBeGreaterThan(1 / 3)
  expect(shares.get('vm3')).toBeLessThan(1 / 3)
})

test('bounds hold, and where they leave nothing the answer is none', () => {
  const bounded = anyRange.map((range) =>
    range.domain === 'vm1' ? { ...range, maxShare: 0.45 } : range,
  )
  const shares = tuneByModel(host, demandsAt(4.5), bounded)
  if (shares) expect(shares.get('vm1')).toBeLessThanOrEqual(0.45 + 1e-9)
  const kept = anyRange.map((range) => ({ ...range, minShare: 1 / 3 }))
  expect(tuneByModel(host, demandsAt(4.5), kept)).toBeNull()
})

test('a load beyond what the host has is looked at as one that nearly fills it', () => {
  expect(() => tuneByModel(host, demandsAt(12), anyRange)).not.toThrow()
})

test('so many guests that no share is as large as a step begin where the closed form puts them', () => {
  const many = 60
  const domains = Array.from({ length: many }, (_, guest) => ({
    ...host.domains[0]!,
    domain: `vm${guest}`,
    // Every tenth has a tight target.
    targetSeconds: guest % 10 === 0 ? 0.3 : 20,
  }))
  const minutes = [0, 60, 120, 180, 240].map((startEpochSeconds) => ({
    startEpochSeconds,
    domain0CpuSeconds: 1,
    domains: domains.map(({ domain }) => ({
      domain,
      requests: 88,
      cpuSeconds: 0.88,
      valueSeconds: 1,
    })),
  }))
  const full = { ...host, domains }
  const ranges = domains.map(({ domain }) => ({ domain, minShare: 0.005, maxShare: 1 }))
  const demands = measuredLoad(full, minutes, { missedWindows: 2, ofWindows: 3 })
  const shares = tuneByModel(full, demands, ranges)!
  expect(shares.get('vm0')).toBeGreaterThan(2 * shares.get('vm1')!)
})
