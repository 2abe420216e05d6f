import type { DomainLoad } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import { sandpiperAction } from './sandpiper-action.ts'

const domain0 = { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 }

/**
 * Exponential gaps at 45/s. Logged durations have a mean and a deviation of 6.6 ms, 3 ms of it CPU.
 */
const vm = (name: string, change: Partial<DomainLoad> = {}): DomainLoad => ({
  name,
  arrivalRatePerSecond: 45,
  serviceTimeSeconds: 0.003,
  interArrivalVarianceSeconds2: 1 / 45 ** 2,
  logServiceTimeSeconds: 0.0066,
  logServiceTimeVarianceSeconds2: 0.0066 ** 2,
  ...change,
})

/** Compares peaks of 45/s with the targets, in ms, of vm1, vm2 and so on. */
function act(loads: DomainLoad[], targetsMs: (number | null)[], serviceTimeSource?: 'log' | 'cpu') {
  const targets = targetsMs.map((ms, index) => ({
    domain: `vm${index + 1}`,
    responseTimeSeconds: ms === null ? null : ms / 1000,
    throughputPerSecond: null,
  }))
  const domains = targets.map(({ domain }) => ({ domain, busyArrivalRatePerSecond: 45 }))
  const load = { domains: loads, domain0, pCpus: 1 }
  return sandpiperAction(domains, targets, load, {}, serviceTimeSource ? { serviceTimeSource } : {})
}

describe('what SandPiper would do', () => {
  it('raises by λ_peak / λ_cap, reports both, and leaves domains within their targets alone', () => {
    const { domains } = act([vm('vm1'), vm('vm2')], [9, 90])
    // λ_cap = [6.6 + (493.8 + 43.6) / (2 (9 - 6.6))]^-1 in ms: 8.43/s, as in the model's test
    expect(domains[0]!.lambdaCapPerSecond).toBeCloseTo(8.43, 2)
    expect(domains[0]!.weightFactor).toBeCloseTo(5.336, 2)
    expect(domains[1]).toMatchObject({ domain: 'vm2', weightFactor: 1 })
  })

  it('does nothing while every peak is within its target', () => {
    const { domains } = act([vm('vm1'), vm('vm2')], [90, 90])
    expect(domains.map(({ weightFactor }) => weightFactor)).toEqual([1, 1])
  })

  it('names the source of its service time', () => {
    expect(act([vm('vm1')], [90]).serviceTimeSource).toBe('log')
    const cpu = act([vm('vm1')], [9], 'cpu')
    expect(cpu.serviceTimeSource).toBe('cpu')
    expect(cpu.domains[0]!.lambdaCapPerSecond).toBeCloseTo(
      1 / (0.003 + (1 / 2025 + 9e-6) / 0.012),
      9,
    )
  })

  it('finds no factor where the service time alone exceeds the target', () => {
    const { domains } = act([vm('vm1')], [5])
    expect(domains[0]).toMatchObject({ lambdaCapPerSecond: 0, weightFactor: null })
  })

  it('is silent on a domain without target, log or service time', () => {
    const { logServiceTimeSeconds: _, ...logless } = vm('vm2')
    const { domains } = act([vm('vm1'), logless], [null, 9, 9])
    const unknown = { lambdaCapPerSecond: null, weightFactor: null }
    expect(domains).toMatchObject([unknown, unknown, unknown])
    expect(act([vm('vm1'), logless], [90, 9]).domains[1]).toMatchObject(unknown)
  })
})
