import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StateSpan } from '../xentrace/v-cpu-states.ts'
import { ScheduleRecorder, STATES } from './traced-schedule.ts'

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

  test('has a change at the start and the end of each state, in the order of time', () => {
    const span: fc.Arbitrary<StateSpan> = fc
      .record({
        domain: fc.constantFrom('Domain-0', 'vm1', 'vm2'),
        state: fc.constantFrom<StateSpan['state']>('running', 'runnable', 'offline', 'blocked'),
        from: fc.integer({ min: 6, max: 20 }),
        length: fc.integer({ min: 1, max: 4 }),
      })
      .map(({ domain, state, from, length }) => ({
        ...{ domain, state, vCpu: 0, pCpu: null },
        ...{ fromSeconds: from, toSeconds: from + length },
      }))
    fc.assert(
      // Some are so many that the room that is there at first does not do.
      fc.property(fc.array(span), fc.constantFrom(1, 1, 1, 300), (drawn, times) => {
        const spans = Array.from({ length: times }, () => drawn).flat()
        const recorder = new ScheduleRecorder(PART)
        for (const each of spans) recorder.add(each)
        const { at, domains, domain, state, step } = recorder.finish({ toSeconds: 30, gaps: [] })
        const written = Array.from(at, (time, i) =>
          changeOf(time, domains[domain[i]!]!, STATES[state[i]!]!, step[i]!),
        )
        const expected = spans.flatMap((each) =>
          each.state === 'blocked'
            ? []
            : [
                changeOf(each.fromSeconds, each.domain, each.state, 1),
                changeOf(each.toSeconds, each.domain, each.state, -1),
              ],
        )
        expect([...at]).toEqual([...at].sort((a, b) => a - b))
        expect(written.sort()).toEqual(expected.sort())
      }),
    )
  })

  test('has a limit', () => {
    const recorder = new ScheduleRecorder(PART)
    const running = { ...vm1, state: 'running', pCpu: 0, fromSeconds: 6, toSeconds: 7 } as const
    const addAll = () => {
      for (;;) recorder.add(running)
    }
    expect(addAll).toThrow(
      expect.objectContaining({
        code: 'too-much-traced',
        expected: expect.stringContaining('4,000,000'),
      }),
    )
  })
})

const changeOf = (...what: [at: number, domain: string, state: string, step: number]) => what.join()
