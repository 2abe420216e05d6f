import { cpuOf, durationOf, observationOf, requestsOf } from '@steelyard/analysis/testing'
import { intensityMap } from '@steelyard/model'
import type { ScheduleStats } from '@steelyard/traces'
import { expect, it } from 'vitest'
import { domainsOf, windowOf } from './get-intensity.ts'

const traced = (wakeUps: number | null) =>
  ({ wakeToRun: wakeUps === null ? null : durationOf({ count: wakeUps }) }) as ScheduleStats

it('counts wake-ups where the scheduler was traced, and none where nothing woke', () => {
  const wakeUps = [traced(40), traced(null), undefined].map(
    (schedule) => windowOf(observationOf('vm1', 0, { cpu: cpuOf({ schedule }) }))[0]!.wakeUps,
  )
  expect(wakeUps).toEqual([40, 0, null])
})

it('gives the idle fraction of a guest, and its request rate during the trace', () => {
  const of = (cpu: Parameters<typeof cpuOf>[0], requests = requestsOf({ arrivals: 80 })) =>
    windowOf(observationOf('vm1', 0, { cpu: cpuOf(cpu), requests }))[0]!
  const two = { usedSeconds: 4, runnableWaitSeconds: 11, blockedSeconds: 5 }
  expect(of(two).blockedPart).toBe(0.25)
  expect(of({ blockedSeconds: null }).blockedPart).toBeNull()
  expect(of({ coveredSeconds: 5 }).requests).toBe(40)
  expect(of({}, requestsOf({ coveredSeconds: 0 })).requests).toBeNull()
})

it('leaves out Domain-0, idle time, and domains without a trace', () => {
  const none = [
    observationOf('Domain-0', 0, { cpu: cpuOf() }),
    observationOf('idle', 0, { cpu: cpuOf() }),
    observationOf('vm1', 0),
  ]
  expect(none.flatMap(windowOf)).toEqual([])
})

it('states for each domain where most of its windows lie', () => {
  const window = (domain: string, start: number, cpuSeconds: number) => ({
    domain,
    startEpochSeconds: start,
    seconds: 10,
    cpuSeconds,
    wakeUps: 100,
    executions: null,
    blockedPart: null,
    requests: null,
  })
  const { points } = intensityMap([
    ...[0, 10, 20].map((start) => window('vm1', start, start === 20 ? 0.1 : 5)),
    ...[0, 10, 20].map((start) => window('vm2', start, 0.1)),
  ])
  expect(
    domainsOf(points).map(({ domain, cpu, windows, windowsAlike }) => [
      domain,
      cpu,
      windows,
      windowsAlike,
    ]),
  ).toEqual([
    ['vm1', 'high', 3, 2],
    ['vm2', 'low', 3, 3],
  ])
})
