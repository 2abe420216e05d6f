import {
  type LoggedRequest,
  ScheduleRecorder,
  STATES,
  type StateSpan,
  type TracedSchedule,
} from '@steelyard/traces'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SpentTime, secondsOf, spentTime, type TimePart } from './spent-time.ts'
import { playHost } from './traced-host.fixture.ts'

const GUESTS = [
  { name: 'vm1', perSecond: 40, cpuSeconds: 0.008 },
  { name: 'vm2', perSecond: 60, cpuSeconds: 0.005 },
]

const WHOLE = { toSeconds: 10, gaps: [] }

function partOf({ parts }: SpentTime, kind: string, domain: string | null = null): number {
  return parts.findIndex((part) => part.kind === kind && part.domain === domain)
}

function scheduleOf(spans: [string, StateSpan['state'], number | null, number, number][]) {
  const recorder = new ScheduleRecorder({ fromSeconds: 0, toSeconds: 10 })
  for (const [vCpu, state, pCpu, fromSeconds, toSeconds] of spans) {
    const [domain, number] = vCpu.split('.')
    recorder.add({
      domain: domain!,
      vCpu: Number(number ?? 0),
      state,
      pCpu,
      fromSeconds,
      toSeconds,
    })
  }
  return recorder.finish(WHOLE)
}

/** Of the only request, seconds by part; parts without any are left out. */
function spentBy(schedule: TracedSchedule, startSeconds: number, endSeconds: number, others = 0) {
  const request = { startSeconds, endSeconds }
  const requests = [request, ...new Array(others).fill(request)]
  const spent = spentTime(schedule, 'vm1', requests)
  const seconds = secondsOf(spent, 0)
  return Object.fromEntries(
    spent.parts.flatMap(({ kind, domain }, i) =>
      seconds[i]! > 1e-12 ? [[domain ? `${kind} ${domain}` : kind, seconds[i]]] : [],
    ),
  )
}

/** Looks at every change in the schedule for each time in which nothing changes. */
function spentOn(
  { at, domains, domain, state, step, pCpus }: TracedSchedule,
  requests: readonly LoggedRequest[],
  { startSeconds, endSeconds }: LoggedRequest,
  parts: readonly TimePart[],
): Map<number, number> {
  const spent = new Map(parts.map((_, part) => [part, 0]))
  const edges = [...at, ...requests.flatMap((each) => [each.startSeconds, each.endSeconds])]
    .filter((edge) => edge >= startSeconds && edge <= endSeconds)
    .sort((a, b) => a - b)
  for (const [i, from] of edges.slice(0, -1).entries()) {
    const seconds = edges[i + 1]! - from
    const many = (name: string, what: (typeof STATES)[number]) =>
      step.reduce(
        (sum, by, change) =>
          at[change]! <= from &&
          domains[domain[change]!] === name &&
          STATES[state[change]!] === what
            ? sum + by
            : sum,
        0,
      )
    const inFlight = requests.filter((r) => r.startSeconds <= from && r.endSeconds > from).length
    const [ran, ready, parked] = STATES.map((what) => many('vm1', what)) as [number, number, number]
    const awake = ran + ready + parked
    const idle = pCpus - domains.reduce((sum, name) => sum + many(name, 'running'), 0)
    for (const [part, { kind, domain: holder }] of parts.entries()) {
      const runs = Math.min(ran / awake, ran / inFlight)
      const has = holder ? many(holder, 'running') : Math.max(0, idle)
      const its = {
        runs,
        queues: ran / awake - runs,
        parked: parked / awake,
        waits: ((ready / awake) * has) / pCpus,
        'domain-0': 0,
        sleeps: 0,
      }
      const asleep = many('Domain-0', 'running') > 0 ? 'domain-0' : 'sleeps'
      const rate = awake > 0 ? its[kind] : kind === asleep ? 1 : 0
      spent.set(part, spent.get(part)! + rate * seconds)
    }
  }
  return spent
}

describe('what requests spend their time on', () => {
  test('is what a played host did for each of them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (seed, from) => {
          const hog = { name: 'vm3', from, to: from + 0.5 }
          const { schedule, requests } = playHost({ seconds: 3, guests: GUESTS, hog, seed })
          for (const guest of ['vm1', 'vm2']) {
            const truth = requests.get(guest)!
            const spent = spentTime(schedule, guest, truth)
            expect(spent.requests).toHaveLength(truth.length)
            for (const [i, { runs, queues, waits }] of truth.entries()) {
              const seconds = secondsOf(spent, i)
              // Requests that are cut off by the end of the trace are not in `truth`, but they share.
              if (truth[i]!.endSeconds > 2.5) continue
              expect(seconds[partOf(spent, 'runs')]).toBeCloseTo(runs, 9)
              expect(seconds[partOf(spent, 'queues')]).toBeCloseTo(queues, 9)
              for (const holder of ['vm1', 'vm2', 'vm3'])
                expect(seconds[partOf(spent, 'waits', holder)]).toBeCloseTo(
                  waits.get(holder) ?? 0,
                  9,
                )
            }
          }
        },
      ),
      { numRuns: 10 },
    )
  })

  test('is what a look at every change says, and sums to the logged time, on any schedule', () => {
    const length = fc.double({ min: 1e-3, max: 1, noNaN: true })
    const turn = fc.record({
      domain: fc.constantFrom('Domain-0', 'vm1', 'vm2', null),
      length,
    })
    const other = fc.record({
      state: fc.constantFrom<StateSpan['state']>('runnable', 'offline', 'blocked'),
      fromSeconds: fc.double({ min: 0, max: 9, noNaN: true }),
      length,
    })
    const request = fc.record({
      startSeconds: fc.double({ min: -1, max: 10, noNaN: true }),
      length: fc.double({ min: 1e-6, max: 2, noNaN: true }),
    })
    const turns = fc.array(turn, { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(
        fc.array(turns, { minLength: 1, maxLength: 3 }),
        fc.array(other),
        fc.array(request),
        (pCpus, others, logged) => {
          const recorder = new ScheduleRecorder({ fromSeconds: 0, toSeconds: 10 })
          for (const [pCpu, its] of pCpus.entries()) {
            let time = 0
            for (const { domain, length } of [{ domain: 'vm1', length: 0.5 }, ...its]) {
              const span = { vCpu: pCpu, pCpu, fromSeconds: time, toSeconds: time + length }
              if (domain) recorder.add({ ...span, domain, state: 'running' })
              time += length
            }
          }
          for (const [i, { state, fromSeconds, length }] of others.entries())
            recorder.add({
              ...{ domain: 'vm1', vCpu: 10 + i, state, pCpu: null },
              ...{ fromSeconds, toSeconds: fromSeconds + length },
            })
          const requests = logged
            .map(({ startSeconds: start, length }) => ({
              startSeconds: start,
              endSeconds: start + length,
            }))
            .sort((x, y) => x.startSeconds - y.startSeconds)
          const schedule = recorder.finish(WHOLE)
          const spent = spentTime(schedule, 'vm1', requests)
          const { requests: whole, cutOff } = spent
          expect(whole.length + cutOff).toBe(requests.length)
          for (const [i, { startSeconds, endSeconds }] of whole.entries()) {
            for (const [part, expected] of spentOn(schedule, requests, whole[i]!, spent.parts))
              expect(secondsOf(spent, i)[part]).toBeCloseTo(expected, 9)
            const sum = secondsOf(spent, i).reduce((total, each) => total + each, 0)
            expect(sum).toBeCloseTo(endSeconds - startSeconds, 9)
          }
        },
      ),
    )
  })

  test('tells Domain-0 at work from nobody at work while the guest sleeps', () => {
    const schedule = scheduleOf([
      ['Domain-0', 'running', 0, 1, 1.5],
      ['vm1', 'running', 0, 2, 4],
      ['vm2', 'running', 0, 4, 9],
    ])
    expect(spentBy(schedule, 1, 5)).toEqual({ runs: 2, 'domain-0': 0.5, sleeps: 1.5 })
    expect(spentBy(schedule, 2, 4, 3)).toEqual({ runs: 0.5, queues: 1.5 })
  })

  test('tells a parked guest from one that waits, and names who has the pCPU', () => {
    const schedule = scheduleOf([
      ['vm1', 'offline', null, 1, 3],
      ['vm1', 'runnable', null, 3, 6],
      ['vm2', 'running', 0, 2, 4],
      ['Domain-0', 'running', 0, 4, 5],
    ])
    expect(spentBy(schedule, 1, 6)).toEqual({
      parked: 2,
      'waits vm2': 1,
      'waits Domain-0': 1,
      waits: 1,
    })
  })

  test('divides a wait among the pCPUs, and a request among the vCPUs that are awake', () => {
    const schedule = scheduleOf([
      ['vm1.0', 'running', 0, 1, 3],
      ['vm1.1', 'runnable', null, 1, 3],
      ['vm2', 'running', 1, 1, 3],
    ])
    expect(spentBy(schedule, 1, 3)).toEqual({ runs: 1, 'waits vm1': 0.5, 'waits vm2': 0.5 })
    // Two requests have a vCPU each.
    expect(spentBy(schedule, 1, 3, 1)).toEqual({ runs: 1, 'waits vm1': 0.5, 'waits vm2': 0.5 })
    expect(spentBy(schedule, 1, 3, 3)).toMatchObject({ runs: 0.5, queues: 0.5 })
  })

  test('leaves out a vCPU that is never online', () => {
    const schedule = scheduleOf([
      ['vm1.0', 'running', 0, 1, 3],
      ['vm1.1', 'offline', null, 0, 10],
    ])
    expect(spentBy(schedule, 1, 3)).toEqual({ runs: 2 })
  })

  test('leaves out just those requests that touch a time of which nothing is known', () => {
    const time = fc.nat(20).map((half) => half / 2)
    const gapsWithin = fc
      .uniqueArray(fc.nat(20), { maxLength: 8 })
      .map((edges) => edges.sort((a, b) => a - b).map((half) => half / 2))
      .map((edges) =>
        Array.from({ length: edges.length >> 1 }, (_, i) => ({
          fromSeconds: edges[2 * i]!,
          toSeconds: edges[2 * i + 1]!,
        })),
      )
    fc.assert(
      fc.property(
        gapsWithin,
        fc.array(fc.tuple(time, fc.integer({ min: 1, max: 4 }))),
        (gaps, drawn) => {
          const schedule = { ...scheduleOf([['vm1', 'running', 0, 0, 10]]), gaps }
          const requests = drawn
            .map(([startSeconds, length]) => ({ startSeconds, endSeconds: startSeconds + length }))
            .sort((a, b) => a.startSeconds - b.startSeconds)
          const isKnown = ({ startSeconds, endSeconds }: (typeof requests)[number]) =>
            endSeconds <= 10 &&
            gaps.every((gap) => endSeconds <= gap.fromSeconds || startSeconds >= gap.toSeconds)
          const spent = spentTime(schedule, 'vm1', requests)
          expect(spent.requests).toEqual(requests.filter(isKnown))
          expect(spent.cutOff).toBe(requests.length - spent.requests.length)
        },
      ),
    )
  })

  test('counts requests that reach beyond the part, though only whole ones are shown', () => {
    const schedule = scheduleOf([['vm1', 'running', 0, 0, 10]])
    const requests = [
      { startSeconds: -1, endSeconds: 4 },
      { startSeconds: 2, endSeconds: 6 },
      { startSeconds: 8, endSeconds: 11 },
    ]
    const spent = spentTime(schedule, 'vm1', requests)
    expect(spent).toMatchObject({ cutOff: 2, requests: [requests[1]] })
    expect(secondsOf(spent, 0)[partOf(spent, 'runs')]).toBeCloseTo(3, 12)
    expect(secondsOf(spent, 0)[partOf(spent, 'queues')]).toBeCloseTo(1, 12)
  })

  test('is told of a limited number of requests', () => {
    const schedule = scheduleOf([['vm1', 'running', 0, 0, 10]])
    const requests = new Array(10).fill({ startSeconds: 1, endSeconds: 2 })
    const { parts } = spentTime(schedule, 'vm1', requests)
    expect(spentTime(schedule, 'vm1', requests, 10 * parts.length).requests).toHaveLength(10)
    expect(() => spentTime(schedule, 'vm1', requests, 10 * parts.length - 1)).toThrow(
      expect.objectContaining({ code: 'too-much-traced' }),
    )
  })
})
