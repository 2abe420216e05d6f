import { describe, expect, test } from 'vitest'
import { ScheduleRecorder } from './traced-schedule.ts'

const PART = { fromSeconds: 5, toSeconds: 25 }
const vm1 = { domain: 'vm1', vCpu: 0, pCpu: null } as const

function recorded(endOfTrace: number) {
  const recorder = new ScheduleRecorder(PART)
  recorder.add({ ...vm1, state: 'running', pCpu: 0, fromSeconds: 6, toSeconds: 8 })
  recorder.add({ ...vm1, vCpu: 1, state: 'offline', fromSeconds: 5, toSeconds: 10 })
  return recorder.finish({ toSeconds: endOfTrace, gaps: [] })
}

describe('the schedule of part of a trace', () => {
  test('ends with the trace where that is shorter', () => {
    expect(recorded(10)).toMatchObject({ fromSeconds: 5, toSeconds: 10 })
    expect(recorded(25.5)).toMatchObject(PART)
  })

  test('is empty after the end of the trace', () => {
    const nothing = new ScheduleRecorder(PART).finish({ toSeconds: 3, gaps: [] })
    expect(nothing).toMatchObject({ fromSeconds: 5, toSeconds: 5, domains: [] })
  })

  test('has no vCPU that is offline until the end of the trace, but one that is later online', () => {
    expect([...recorded(10).at]).toEqual([6, 8])
    expect([...recorded(25.5).at]).toEqual([5, 6, 8, 10])
  })
})
