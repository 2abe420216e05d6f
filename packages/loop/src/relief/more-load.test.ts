import { Random } from '@steelyard/model'
import { expect, test } from 'vitest'
import { calmMinutes, exampleHost } from '../decide/situation.fixture.ts'
import type { HostMinute } from './host-minute.ts'
import { isMoreLoad } from './more-load.ts'

const minutesOf = (counts: readonly number[], cpuPerRequest: number): HostMinute[] =>
  counts.map((requests, index) => ({
    startEpochSeconds: 60 * index,
    domain0CpuSeconds: null,
    domains: [{ domain: 'vm1', requests, cpuSeconds: requests * cpuPerRequest, valueSeconds: 1 }],
  }))

/** Poisson arrivals, five a second, with exponential works of 0.1 s. */
function drawn(random: Random, minutes: number): HostMinute[] {
  return Array.from({ length: minutes }, (_, index) => {
    let [requests, cpuSeconds] = [0, 0]
    for (let at = random.exponential(0.2); at < 60; at += random.exponential(0.2)) {
      requests += 1
      cpuSeconds += random.exponential(0.1)
    }
    const domains = [{ domain: 'vm1', requests, cpuSeconds, valueSeconds: 1 }]
    return { startEpochSeconds: 60 * index, domain0CpuSeconds: null, domains }
  })
}

test('the same load is seldom called more', () => {
  const rounds = 300
  const called = Array.from({ length: rounds }, (_, seed) => {
    const random = new Random(seed + 1, 0)
    return isMoreLoad(exampleHost, { before: drawn(random, 5), since: drawn(random, 3) })
  }).filter(Boolean)
  expect(called.length).toBeLessThan(rounds / 20)
})

test('a tenth more of many requests is more load, and a tenth more of a few may be chance', () => {
  const compared = (count: number, cpu: number) => ({
    before: minutesOf([count, count, count, count, count], cpu),
    since: minutesOf([1.1 * count, 1.1 * count, 1.1 * count], cpu),
  })
  expect(isMoreLoad(exampleHost, compared(6000, 0.005))).toBe(true)
  expect(isMoreLoad(exampleHost, compared(60, 0.5))).toBe(false)
})

test('where no log is followed, the CPU time counts', () => {
  const silent = (factor: number) =>
    calmMinutes.map((minute) => ({
      ...minute,
      domains: minute.domains.map((each) => ({
        ...each,
        requests: 0,
        cpuSeconds: factor * each.cpuSeconds,
      })),
    }))
  const after = (factor: number) => ({ before: silent(0.5), since: silent(0.5 * factor) })
  expect(isMoreLoad(exampleHost, after(1.2))).toBe(true)
  expect(isMoreLoad(exampleHost, after(1.01))).toBe(false)
})
