import { describe, expect, test } from 'vitest'
import type { Credit1Options, RealTimeWork, TwinConfig, TwinGuest } from '../config/twin-config.ts'
import { replicate } from '../engine/replicate.ts'
import { simulate } from '../engine/simulate.ts'
import { credit, hog, schedulers } from '../hosts.fixture.ts'

function task(periodMs: number, executionMs: number, more: Partial<RealTimeWork> = {}): TwinGuest {
  const periodSeconds = periodMs / 1000
  return { name: 'rt', realTime: { periodSeconds, executionSeconds: executionMs / 1000, ...more } }
}

const alone = (guest: TwinGuest): TwinConfig => ({ pCpus: 1, scheduler: credit, guests: [guest] })
const run = { seed: 2, horizonSeconds: 21, warmupSeconds: 1 }

describe.each(schedulers)('a task alone under $name', (scheduler) => {
  test.each([
    [100, 70],
    [10, 3],
    [10, 10],
  ])('T(%i, %i) meets every deadline and gets its demand', (periodMs, executionMs) => {
    const [domain] = simulate({ ...alone(task(periodMs, executionMs)), scheduler }, run).domains
    expect(domain!.deadlines).toMatchObject({ jobs: 20_000 / periodMs, missed: 0 })
    expect(domain!.deadlines!.lateness.count).toBe(0)
    expect(domain!.cpuShare).toBeCloseTo(executionMs / periodMs, 6)
  })
})

test('a job that ends at its deadline is in time, one a microsecond later is not', () => {
  const missed = (executionMs: number) =>
    simulate(alone(task(10, executionMs, { firstReleaseSeconds: 0 })), {
      seed: 1,
      horizonSeconds: 1,
    }).domains[0]!.deadlines
  expect(missed(10)).toMatchObject({ jobs: 100, missed: 0 })
  expect(missed(10.001)).toMatchObject({ jobs: 100, missed: 100 })
})

describe('a task with a demand above its limit of half a pCPU', () => {
  const capped = (more: Partial<RealTimeWork>) =>
    simulate(alone({ ...task(100, 70, more), cap: 50 }), run).domains[0]!

  test('falls behind further and further when it finishes late', () => {
    const { deadlines, cpuShare } = capped({})
    expect(deadlines!.missed).toBe(200)
    // 20 ms of every period are left over: 21 s later, 4.2 s of work or 8.4 s at half speed.
    expect(deadlines!.lateness.max!).toBeGreaterThan(5)
    expect(cpuShare).toBeCloseTo(0.5, 2)
  })

  test('never falls behind when it abandons missed jobs, and still misses deadlines', () => {
    const { deadlines, cpuShare } = capped({ unitSeconds: 0.001 })
    expect(deadlines!.missed).toBeGreaterThan(100)
    expect(deadlines!.lateness.count).toBe(0)
    expect(cpuShare).toBeLessThan(0.51)
  })
})

test('abandons a job at the end of the unit in which its deadline passes', () => {
  // 15 ms of work in units of 4 ms every 10 ms: two units are over at 8 ms, the third at 12.
  const work = { unitSeconds: 0.004, firstReleaseSeconds: 0 }
  const { deadlines, cpuShare } = simulate(alone(task(10, 15, work)), run).domains[0]!
  expect(deadlines).toMatchObject({ jobs: 2000, missed: 2000 })
  expect(cpuShare).toBeCloseTo(1, 6)
})

test('replications give an interval for misses, but none for a domain without deadlines', () => {
  const config = { pCpus: 1, scheduler: credit, guests: [task(100, 70), hog('hog', 256)] }
  const [rt, other] = replicate(config, { ...run, replications: 3 }).domains
  expect(rt!.deadlines!.missed.mean).toBeGreaterThan(0)
  expect(rt!.deadlines!.missed.halfWidth).not.toBeNull()
  expect(other!.deadlines).toBeNull()
})

test.each([
  ['no period', task(0, 1)],
  ['no execution time', task(10, 0)],
  ['a unit of zero', task(10, 1, { unitSeconds: 0 })],
  ['a first release after a period', task(10, 1, { firstReleaseSeconds: 0.01 })],
])('rejects %s', (_, guest) => {
  expect(() => simulate(alone(guest), run)).toThrowError(
    expect.objectContaining({ code: 'invalid-number' }),
  )
})

describe('RT-Credit: real-time vCPUs first within their priority', () => {
  const host = (realTimeFirst: boolean, cap: number): TwinConfig => ({
    pCpus: 1,
    scheduler: { ...credit, realTimeFirst },
    guests: [task(100, 65, { unitSeconds: 0.001 }), hog('a', 256, cap), hog('b', 256, cap)],
  })
  const options = { seed: 1, replications: 6, horizonSeconds: 40, warmupSeconds: 4 }
  const missed = (config: TwinConfig) =>
    replicate(config, options).domains[0]!.deadlines!.missed.mean

  test('misses fewer deadlines than caps alone, which miss fewer than default credit', () => {
    const [plain, caps, both] = [host(false, 0), host(false, 17), host(true, 17)].map(missed)
    expect(plain).toBeGreaterThan(0.9 * 360)
    expect(caps).toBeLessThan(plain!)
    expect(both).toBeLessThan(caps!)
  })

  test('knows real-time domains by their jobs or by their weight', () => {
    const [task, ...hogs] = host(true, 17).guests
    const guests = [{ ...task!, weight: 333 }, ...hogs]
    const play = (order: Pick<Credit1Options, 'realTimeFirst' | 'realTimeWeight'>) =>
      simulate({ pCpus: 1, scheduler: { ...credit, ...order }, guests }, run)
    expect(play({ realTimeWeight: 333 })).toEqual(play({ realTimeFirst: true }))
    expect(play({ realTimeWeight: 334 })).toEqual(play({}))
    expect(play({ realTimeWeight: 333 })).not.toEqual(play({}))
  })

  test('changes nothing on a host without real-time domains', () => {
    const guests = [hog('a', 256), hog('b', 512), hog('c', 256, 20)]
    const play = (realTimeFirst: boolean) =>
      simulate({ pCpus: 1, scheduler: { ...credit, realTimeFirst }, guests }, run)
    expect(play(true)).toEqual(play(false))
  })
})
