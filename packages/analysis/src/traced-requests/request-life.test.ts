import { ScheduleRecorder } from '@steelyard/traces'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestLife } from './request-life.ts'
import { secondsOf, spentTime } from './spent-time.ts'
import { playHost } from './traced-host.fixture.ts'

const GUESTS = [
  { name: 'vm1', perSecond: 40, cpuSeconds: 0.008 },
  { name: 'vm2', perSecond: 60, cpuSeconds: 0.005 },
]

describe('the life of a request', () => {
  test('has no gaps, and its spans add up to its parts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.nat({ max: 30 }), (seed, number) => {
        const { schedule, requests } = playHost({ seconds: 2, guests: GUESTS, hog: null, seed })
        const its = requests.get('vm1')!
        const spentByAll = spentTime(schedule, 'vm1', its)
        const request = its[number % its.length]!
        const life = requestLife(schedule, 'vm1', its, request)
        expect(life[0]!.fromSeconds).toBeCloseTo(0, 12)
        expect(life.at(-1)!.toSeconds).toBeCloseTo(request.endSeconds - request.startSeconds, 12)
        for (const [i, { fromSeconds }] of life.slice(1).entries())
          expect(fromSeconds).toBe(life[i]!.toSeconds)
        const sum = (of: (span: (typeof life)[number]) => number) =>
          life.reduce((total, span) => total + of(span) * (span.toSeconds - span.fromSeconds), 0)
        const spent = (kind: string, domain: string | null = null) =>
          secondsOf(spentByAll, number % its.length)[
            spentByAll.parts.findIndex((part) => part.kind === kind && part.domain === domain)
          ]!
        expect(sum(({ state, inFlight }) => (state === 'runs' ? 1 / inFlight : 0))).toBeCloseTo(
          spent('runs'),
          9,
        )
        expect(
          sum(({ state, pCpus }) => (state === 'waits' && pCpus[0] === 'vm2' ? 1 : 0)),
        ).toBeCloseTo(spent('waits', 'vm2'), 9)
      }),
      { numRuns: 20 },
    )
  })

  test('says who had which pCPU, and joins what looks alike', () => {
    const recorder = new ScheduleRecorder({ fromSeconds: 0, toSeconds: 10 })
    const add = (
      domain: string,
      state: 'running' | 'runnable',
      pCpu: number,
      from: number,
      to: number,
    ) =>
      recorder.add({
        ...{ domain, vCpu: 0, state, pCpu: state === 'running' ? pCpu : null },
        ...{ fromSeconds: from, toSeconds: to },
      })
    add('vm1', 'running', 0, 2, 3)
    add('vm1', 'runnable', 0, 3, 5)
    add('vm2', 'running', 1, 3, 4)
    add('vm2', 'running', 1, 4, 5)
    add('Domain-0', 'running', 0, 4.5, 6)
    const request = { startSeconds: 1, endSeconds: 5 }
    const other = { startSeconds: 2.5, endSeconds: 9 }
    expect(
      requestLife(recorder.finish({ toSeconds: 10, gaps: [] }), 'vm1', [request, other], request),
    ).toEqual([
      { fromSeconds: 0, toSeconds: 1, state: 'sleeps', pCpus: [null, null], inFlight: 1 },
      { fromSeconds: 1, toSeconds: 1.5, state: 'runs', pCpus: ['vm1', null], inFlight: 1 },
      { fromSeconds: 1.5, toSeconds: 2, state: 'runs', pCpus: ['vm1', null], inFlight: 2 },
      { fromSeconds: 2, toSeconds: 3.5, state: 'waits', pCpus: ['vm2', null], inFlight: 2 },
      { fromSeconds: 3.5, toSeconds: 4, state: 'waits', pCpus: ['Domain-0', 'vm2'], inFlight: 2 },
    ])
  })

  test('has a limit', () => {
    const recorder = new ScheduleRecorder({ fromSeconds: 0, toSeconds: 1e6 })
    const running = { domain: 'vm1', vCpu: 0, state: 'running', pCpu: 0 } as const
    // Runs and sleeps in turn: two spans a second.
    for (let at = 0; at < 1e5; at++)
      recorder.add({ ...running, fromSeconds: at, toSeconds: at + 0.5 })
    const schedule = recorder.finish({ toSeconds: 1e6, gaps: [] })
    const lifeUntil = (endSeconds: number) => {
      const request = { startSeconds: 0, endSeconds }
      return () => requestLife(schedule, 'vm1', [request], request)
    }
    const most = Math.floor(1e6 / 11)
    expect(lifeUntil(most / 2)()).toHaveLength(most)
    expect(lifeUntil(most / 2 + 0.5)).toThrow(
      expect.objectContaining({
        code: 'too-much-traced',
        message: expect.stringContaining('90,909'),
      }),
    )
  })
})
