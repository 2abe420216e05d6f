import { describe, expect, test } from 'vitest'
import { directPath } from './config/request-path.ts'
import type { TwinGuest } from './config/twin-config.ts'
import { drawnRun } from './drawn-hosts.fixture.ts'
import type { Arrivals } from './draws/arrivals.ts'
import { simulate } from './engine/simulate.ts'
import { constant, credit2, exponential, guest, poisson, schedulers } from './hosts.fixture.ts'
import type { RequestResult } from './results/twin-result.ts'

const demandSeconds = 0.006
const run = { seed: 4, horizonSeconds: 20, drainSeconds: 10 }

function play(guests: TwinGuest[], scheduler = schedulers[0]!): RequestResult[] {
  const { domains } = simulate({ pCpus: 1, scheduler, guests }, run)
  return domains.map(({ requests }) => requests!)
}

const at = (...seconds: number[]): Arrivals => ({ kind: 'times', seconds })

describe.each(schedulers)('the logged time under $name', (scheduler) => {
  test('equals the demand of a lone request, whatever Domain-0 adds for the client', () => {
    const path = directPath(0.0002, 0.0001)
    const lone = guest('a', at(1, 2, 3), constant(demandSeconds), { path })
    const config = { pCpus: 1, scheduler, domain0: { name: 'Domain-0' }, guests: [lone] }
    const { loggedTime, responseTime } = simulate(config, run).domains[1]!.requests!
    expect(loggedTime).toMatchObject({ count: 3, mean: demandSeconds, max: demandSeconds })
    expect(responseTime.max).toBe(demandSeconds + 0.0003)
  })

  test('leaves out the wait for a worker: M/D/1, first come, first served', () => {
    const [{ loggedTime, responseTime }] = play(
      [guest('a', poisson(130), constant(demandSeconds))],
      scheduler,
    ) as [RequestResult]
    expect(loggedTime.mean).toBeCloseTo(demandSeconds, 12)
    expect(loggedTime.max).toBe(demandSeconds)
    expect(responseTime.mean).toBeGreaterThan(2 * demandSeconds)
  })

  test("equals the client's time where requests share a vCPU that never waits", () => {
    const discipline = 'processor-sharing'
    const [{ loggedTime, responseTime }] = play(
      [guest('a', poisson(100), exponential(demandSeconds), { discipline })],
      scheduler,
    ) as [RequestResult]
    expect(loggedTime).toEqual(responseTime)
  })
})

test('begins with the first turn under time sharing', () => {
  // Ticks at multiples of 4 ms: 0 runs to 4, 1 to 8, 0 to its end at 10.4, 1 to its end at 12.8.
  const discipline = 'time-sharing'
  const shared = guest('a', at(0, 0), constant(0.0064), { discipline })
  const [{ loggedTime, responseTime }] = play([shared]) as [RequestResult]
  expect(loggedTime.mean! * 2).toBeCloseTo(0.0104 + 0.0088, 9)
  expect(responseTime.mean! * 2).toBeCloseTo(0.0104 + 0.0128, 9)
})

test('contains the waits for a pCPU after the service has begun but not the one before', () => {
  // b has more credit when it wakes at 3 ms and runs to 5; the first request of a continues until
  // 12, when the second begins.
  const a = guest('a', at(0, 0.001), { kind: 'empirical', seconds: [0.01] })
  const b = guest('b', at(0.003), constant(0.002))
  const [ofA, ofB] = play([a, b], credit2)
  expect(ofA!.loggedTime).toMatchObject({ count: 2, max: 0.012, mean: (0.012 + 0.01) / 2 })
  expect(ofA!.responseTime).toMatchObject({ max: 0.021, mean: (0.012 + 0.021) / 2 })
  expect(ofB!.loggedTime).toMatchObject({ count: 1, max: 0.002 })
})

test('is never longer than what the client sees, on hosts of any kind', () => {
  let compared = 0
  for (let seed = 1000; seed < 1060; seed++) {
    const { config, options } = drawnRun(seed)
    for (const { requests } of simulate(config, { ...options, drainSeconds: 30 }).domains) {
      if (!requests || requests.responseTime.count === 0) continue
      const { loggedTime, responseTime } = requests
      // Some requests were served but their answers are still on the way.
      if (loggedTime.count !== responseTime.count) continue
      expect(loggedTime.max!).toBeLessThanOrEqual(responseTime.max!)
      expect(loggedTime.mean!).toBeLessThanOrEqual(responseTime.mean! * (1 + 1e-12))
      compared++
    }
  }
  expect(compared).toBeGreaterThan(100)
})
