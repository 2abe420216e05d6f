import { describe, expect, test } from 'vitest'
import { simulate } from '../engine/simulate.ts'
import { credit, poisson, schedulers } from '../hosts.fixture.ts'
import { balanceCpu } from './balance-cpu.ts'
import type { ObservedHost } from './observed-host.ts'
import { twinOfHost } from './twin-of-host.ts'

const run = { seed: 2, horizonSeconds: 120, drainSeconds: 5 }

function observed(rates: number[], scheduler: ObservedHost['scheduler'] = credit): ObservedHost {
  const demands = [0.0064, 0.0064, 0.00147]
  return {
    pCpus: 1,
    scheduler,
    domain0: { cpuSecondsPerRequest: 0.00024, background: { utilisation: 0.02 } },
    guests: rates.map((rate, index) => ({
      name: `vm${index + 1}`,
      arrivals: poisson(rate),
      cpuSecondsPerRequest: demands[index]!,
    })),
  }
}

describe.each([
  ['calm', [10, 10, 50]],
  ['busy', [40, 40, 160]],
])('the twin of a %s host', (_, rates) => {
  test.each(schedulers)('uses the measured CPU time after balancing, under $name', (scheduler) => {
    const host = observed(rates, scheduler)
    const [domain0, ...guests] = simulate(twinOfHost(balanceCpu(host)), run).domains
    for (const [index, guest] of guests.entries()) {
      const each = guest.stateSeconds.running / guest.requests!.answered
      expect(each / host.guests[index]!.cpuSecondsPerRequest).toBeCloseTo(1, 1.5)
    }
    const requests = guests.reduce((sum, guest) => sum + guest.requests!.answered, 0)
    const each = (domain0!.stateSeconds.running - 0.02 * run.horizonSeconds) / requests
    expect(Math.abs(each / 0.00024 - 1)).toBeLessThan(0.03)
  })
})

test('a lone, calm guest answers within its demand plus its path through Domain-0', () => {
  const host = observed([1])
  host.domain0.background = undefined
  const { requests } = simulate(twinOfHost(host), { ...run, horizonSeconds: 600 }).domains[1]!
  // Less than all CPU time: the connection is closed after the answer.
  const everything = 0.0064 + 0.00024
  expect(requests!.responseTime.p50).toBeGreaterThan(0.96 * everything)
  expect(requests!.responseTime.p50).toBeLessThan(everything)
})

test('uses recorded arrivals, shifted within the clock uncertainty', () => {
  const host = observed([20])
  const seconds = Array.from({ length: 100 }, (_, index) => 1 + index * 0.05)
  host.guests[0]!.arrivals = { kind: 'times', seconds }
  const twin = twinOfHost(host)
  expect(twin.guests[0]!.load!.arrivals).toEqual({
    kind: 'times',
    seconds,
    clockUncertaintySeconds: 0.5,
  })
  expect(simulate(twin, run).domains[1]!.requests!.arrived).toBe(100)
  host.guests[0]!.arrivals = { kind: 'times', seconds, clockUncertaintySeconds: 0 }
  expect(twinOfHost(host).guests[0]!.load!.arrivals).toMatchObject({ clockUncertaintySeconds: 0 })
})

test('takes the variation of demands from durations of lone requests, regardless of their mean', () => {
  const host = observed([5])
  host.guests[0]!.demandSpread = [0.002, 0.002, 0.002, 0.034]
  const { requests } = simulate(twinOfHost(host), run).domains[1]!
  expect(requests!.responseTime.p50).toBeLessThan(0.3 * 0.0064)
  expect(requests!.responseTime.p95).toBeGreaterThan(3 * 0.0064)
})

test('kept-open connections pass through Domain-0 less often', () => {
  const wakes = (connections: ObservedHost['connections']) =>
    simulate(twinOfHost({ ...observed([10, 10, 50]), connections }), run).domains[0]!.wakesPerSecond
  expect(wakes('kept-open')).toBeLessThan(0.8 * wakes('per-request'))
})

test('a client in Domain-0 does not see the wait of its own first packet', () => {
  const mean = (client: ObservedHost['client']) =>
    simulate(twinOfHost({ ...observed([40, 40, 160]), client }), run).domains[3]!.requests!
      .responseTime.mean!
  expect(mean('domain-0')).toBeLessThan(mean('network') - 0.0003)
})
