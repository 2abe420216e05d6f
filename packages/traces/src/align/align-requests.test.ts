import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LoggedRequest } from '../traced/request-collector.ts'
import { ScheduleRecorder } from '../traced/traced-schedule.ts'
import { alignRequests, MAX_SHIFT_SECONDS } from './align-requests.ts'

const PART = { fromSeconds: 2, toSeconds: 10 }

/** Gaps, waits and work of requests that come one after the other, in seconds. */
const served = fc.array(
  fc.record({
    gap: fc.double({ min: 0.003, max: 0.3, noNaN: true }),
    wait: fc.double({ min: 0, max: 0.01, noNaN: true }),
    work: fc.double({ min: 0.002, max: 0.02, noNaN: true }),
  }),
  { minLength: 120, maxLength: 200 },
)

/** A guest that waits and then works for each request, and does other work besides. */
function play(requests: readonly { gap: number; wait: number; work: number }[], other = 0) {
  const recorder = new ScheduleRecorder(PART)
  const logged: LoggedRequest[] = []
  let time = 0
  const run = (fromSeconds: number, toSeconds: number) => {
    const from = Math.max(fromSeconds, PART.fromSeconds)
    const to = Math.min(toSeconds, PART.toSeconds)
    const span = { domain: 'vm1', vCpu: 0, state: 'running', pCpu: 0 } as const
    if (from < to) recorder.add({ ...span, fromSeconds: from, toSeconds: to })
  }
  for (const { gap, wait, work } of requests) {
    run(time, time + other * gap)
    time += gap
    run(time + wait, time + wait + work)
    logged.push({ startSeconds: time, endSeconds: time + wait + work })
    time += wait + work
  }
  return { schedule: recorder.finish({ toSeconds: PART.toSeconds, gaps: [] }), logged }
}

const moved = (requests: readonly LoggedRequest[], by: number) =>
  requests.map(({ startSeconds, endSeconds }) => ({
    startSeconds: startSeconds + by,
    endSeconds: endSeconds + by,
  }))

describe('the shift between a log and a trace', () => {
  const shifts = fc.double({
    min: 0.01 - MAX_SHIFT_SECONDS,
    max: MAX_SHIFT_SECONDS - 0.01,
    noNaN: true,
  })

  test('is found, whatever it is', () => {
    fc.assert(
      fc.property(served, shifts, (requests, off) => {
        const { schedule, logged } = play(requests)
        const found = alignRequests(schedule, 'vm1', moved(logged, off))!
        expect(found.workInRequests).toBeGreaterThan(0.99)
        expect(found.workInRequests).toBeGreaterThanOrEqual(found.workInRequestsBefore)
        // Work may begin later than its request, by as much as the shortest wait.
        const slack = Math.min(...requests.map(({ wait }) => wait))
        expect(Math.abs(found.shiftSeconds + off)).toBeLessThan(slack + 3e-4)
      }),
      { numRuns: 20 },
    )
  })

  test('is found where a guest does other work too, and how much is told', () => {
    const [requests] = fc.sample(served, { numRuns: 1, seed: 3 })
    const { schedule, logged } = play(requests!, 0.05)
    const found = alignRequests(schedule, 'vm1', moved(logged, 0.7))!
    expect(found.shiftSeconds).toBeCloseTo(-0.7, 3)
    expect(found.workInRequests).toBeLessThan(0.8)
    expect(found.workInRequestsBefore).toBeLessThan(found.workInRequests)
  })

  test('is none where the clocks agree', () => {
    const [requests] = fc.sample(served, { numRuns: 1, seed: 4 })
    const { schedule, logged } = play(requests!.map((each) => ({ ...each, wait: 0 })))
    expect(alignRequests(schedule, 'vm1', logged)!.shiftSeconds).toBeCloseTo(0, 3)
  })

  test('is unknown without requests or CPU time', () => {
    const { schedule, logged } = play([{ gap: 3, wait: 0, work: 1 }])
    expect(alignRequests(schedule, 'vm1', [])).toBeNull()
    expect(alignRequests(schedule, 'vm2', logged)).toBeNull()
  })
})
