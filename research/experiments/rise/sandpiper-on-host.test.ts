import { expect, it } from 'vitest'
import { minutesOf } from './sandpiper-on-host.ts'

const point = (at: string, responseTimeMs: number | null) => ({
  at,
  seconds: 60,
  responseTimeMs,
  meanMs: responseTimeMs === null ? null : responseTimeMs / 2,
  arrivalRatePerSecond: responseTimeMs === null ? null : 2,
  usedPCpus: 0.25,
  waitedPCpus: null,
  coveredSeconds: 60,
})
const [first, second] = ['2026-11-27T12:00:00.000Z', '2026-11-27T12:01:00.000Z']

it('sees minutes as the simulated hosts show them, in order, and guests alone', () => {
  const domains = [
    { domain: 'Domain-0', targetMs: null, points: [point(first, null)] },
    { domain: 'vm1', targetMs: 1500, points: [point(second, 800), point(first, null)] },
  ]
  const start = Date.parse(first) / 1000
  expect(minutesOf({ domains })).toEqual([
    {
      startSeconds: start,
      domain0CpuSeconds: 15,
      domains: [{ domain: 'vm1', requests: 0, valueSeconds: null, cpuSeconds: 15 }],
      logged: [{ domain: 'vm1', requests: null }],
    },
    {
      startSeconds: start + 60,
      domain0CpuSeconds: 0,
      domains: [{ domain: 'vm1', requests: 120, valueSeconds: 0.8, cpuSeconds: 15 }],
      logged: [{ domain: 'vm1', requests: { duration: { count: 120, meanSeconds: 0.4 } } }],
    },
  ])
})
