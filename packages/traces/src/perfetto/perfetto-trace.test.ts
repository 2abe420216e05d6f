import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DrawnSlice, packetsOf, slicesOf } from '../testing/index.ts'
import type { LoggedRequest } from '../traced/request-collector.ts'
import { PerfettoTrace } from './perfetto-trace.ts'
import { MOST_FLOWS } from './request-flows.ts'
import { requestLists } from './requests.fixture.ts'

/** Runs of one vCPU: gaps and lengths in turn, whole seconds. */
const runs = fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 5 })), { maxLength: 20 })

interface Run {
  vCpu: number
  fromSeconds: number
  toSeconds: number
}

function runsOf(vCpu: number, drawn: readonly [gap: number, length: number][]): Run[] {
  let at = 0
  return drawn.map(([gap, length]) => {
    const fromSeconds = at + gap
    at = fromSeconds + length
    return { vCpu, fromSeconds, toSeconds: at }
  })
}

function draw(all: readonly Run[], requests: Map<string, LoggedRequest[]>): DrawnSlice[] {
  const trace = new PerfettoTrace({ fromSeconds: 0, toSeconds: 1e4, requests })
  for (const run of all.toSorted((a, b) => a.toSeconds - b.toSeconds))
    trace.add({ ...run, domain: 'vm1', state: 'running', pCpu: run.vCpu })
  return slicesOf(packetsOf(Buffer.concat([trace.take(), ...trace.requestPieces()])))
}

/** The pairs of slices that share a number, each of which only two may have. */
function pairsOf(slices: readonly DrawnSlice[]): [request: DrawnSlice, run: DrawnSlice][] {
  const byFlow = new Map<number, DrawnSlice[]>()
  for (const slice of slices)
    for (const flow of slice.flows) byFlow.set(flow, [...(byFlow.get(flow) ?? []), slice])
  return [...byFlow.values()].map((pair) => {
    const [run, request, ...others] = pair.toSorted(
      (a, b) => Number(b.name === 'runs') - Number(a.name === 'runs'),
    )
    expect(others).toEqual([])
    expect([request!.name, run!.name]).toEqual(['request', 'runs'])
    return [request!, run!]
  })
}

const spanOf = ({ ns, seconds }: DrawnSlice) => [ns / 1e9, ns / 1e9 + seconds]

describe('requests in a trace for Perfetto', () => {
  test('are connected with just those runs of their domain that overlap them', () => {
    fc.assert(
      fc.property(runs, runs, requestLists, (first, second, requests) => {
        const all = [...runsOf(0, first), ...runsOf(1, second)]
        const others = [{ startSeconds: 0, endSeconds: 100 }]
        const slices = draw(
          all,
          new Map([
            ['vm2', others],
            ['vm1', requests],
          ]),
        )
        const expected = requests.flatMap(({ startSeconds, endSeconds }) =>
          all
            .filter((run) => run.fromSeconds < endSeconds && run.toSeconds > startSeconds)
            .map((run) => [startSeconds, endSeconds, run.fromSeconds, run.toSeconds].join()),
        )
        const pairs = pairsOf(slices).map((pair) => pair.flatMap(spanOf).join())
        expect(pairs.sort()).toEqual(expected.sort())
      }),
    )
  })

  test('have a slice each, with their time', () => {
    fc.assert(
      fc.property(requestLists, (requests) => {
        const drawn = draw([], new Map([['vm1', requests]]))
        expect(drawn.map(({ ns, seconds, ms }) => [ns / 1e9, seconds, ms])).toEqual(
          requests.map(({ startSeconds, endSeconds }) => [
            startSeconds,
            endSeconds - startSeconds,
            1000 * (endSeconds - startSeconds),
          ]),
        )
      }),
    )
  })

  test('stand under the name of their guest, in any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
        const request = [{ startSeconds: 1, endSeconds: 2 }]
        const trace = new PerfettoTrace({
          fromSeconds: 0,
          toSeconds: 10,
          requests: new Map([[name, request]]),
        })
        const packets = packetsOf(Buffer.concat([...trace.requestPieces()]))
        const names = packets.flatMap(({ track }) => track?.name ?? [])
        expect(names.some((each) => each.includes(name))).toBe(true)
      }),
    )
  })

  test('come in pieces of limited size, however many they are', () => {
    const one = { startSeconds: 1, endSeconds: 2 }
    const pieces = (count: number) => {
      const requests = new Map([['vm1', Array.from({ length: count }, () => one)]])
      return [...new PerfettoTrace({ fromSeconds: 0, toSeconds: 10, requests }).requestPieces()]
    }
    expect(pieces(10)).toHaveLength(1)
    const many = pieces(10_000)
    expect(Math.max(...many.map(({ length }) => length))).toBeLessThan(1e6)
    expect(slicesOf(packetsOf(Buffer.concat(many)))).toHaveLength(10_000)
  })

  test('have a limited number of arrows, to their first runs', () => {
    const all = runsOf(
      0,
      Array.from({ length: 200 }, () => [1, 1]),
    )
    const slices = draw(all, new Map([['vm1', [{ startSeconds: 0, endSeconds: 1e3 }]]]))
    const led = pairsOf(slices).map(([, run]) => run.ns)
    expect(led).toEqual(all.slice(0, MOST_FLOWS).map(({ fromSeconds }) => fromSeconds * 1e9))
  })

  test('say for whom they are left out, and why, as long as the part is', () => {
    const leftOut = [
      { domain: 'vm1', reason: 'too many at once' },
      { domain: null, reason: 'the part is too long' },
    ]
    const part = { fromSeconds: 2, toSeconds: 1e4, requests: new Map(), leftOut }
    const trace = new PerfettoTrace(part)
    expect([...trace.requestPieces()]).toEqual([])
    trace.add({
      domain: 'vm1',
      vCpu: 0,
      state: 'blocked',
      pCpu: null,
      fromSeconds: 2,
      toSeconds: 9,
    })
    const packets = packetsOf(Buffer.concat([...trace.requestPieces()]))
    const nameOf = (uuid: number) => packets.find(({ track }) => track?.uuid === uuid)?.track?.name
    const begun = packets.filter(({ event }) => event?.type === 1)
    expect(begun.map(({ ns, event }) => [ns, nameOf(event!.track), event!.name])).toEqual([
      [2e9, 'requests', 'left out: too many at once'],
      [2e9, 'requests', 'left out: the part is too long'],
    ])
    expect(packets.filter(({ event }) => event?.type === 2).map(({ ns }) => ns)).toEqual([9e9, 9e9])
    const under = packets.flatMap(({ track }) =>
      track?.name === 'requests' ? [nameOf(track.parent)] : [],
    )
    expect(under).toEqual(['vm1', undefined])
  })
})
