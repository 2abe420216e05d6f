import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_IN_FLIGHT, RequestCollector } from './request-collector.ts'

const START = 1_790_000_000
const PART = { fromSeconds: 10, toSeconds: 20 }

describe('requests in part of a trace', () => {
  test('are those in flight in it, by domain and in the order of their start', () => {
    const collector = new RequestCollector(PART, START)
    const log = collector.openRequests('vm1', 'requests', 'microsecond')
    const rotated = collector.openRequests('vm1', 'requests', 'microsecond')
    log.add(START + 19, 5, false, -1)
    log.add(START + 20, 1, false, -1)
    log.add(START + 5, 5, false, -1)
    rotated.add(START + 5, 6, true, 100)
    for (const each of [log, rotated]) each.close()
    collector.finish()
    expect([...collector.requests]).toEqual([
      [
        'vm1',
        [
          { startSeconds: 5, endSeconds: 11 },
          { startSeconds: 19, endSeconds: 24 },
        ],
      ],
    ])
  })

  test('need a duration and fine stamps', () => {
    const collector = new RequestCollector(PART, START)
    const log = collector.openRequests('vm1', 'requests', 'millisecond')
    log.add(START + 12, Number.NaN, false, -1)
    log.add(START + 2, Number.NaN, false, -1)
    collector.openRequests('vm2', 'requests', 'second').add(START + 12, 1, false, -1)
    collector
      .openRequests({ leftOut: 'vm3' }, 'requests', 'millisecond')
      .add(START + 12, 1, false, -1)
    expect(collector).toMatchObject({ untimed: 1, coarse: new Set(['vm2']) })
    expect([...collector.requests]).toEqual([['vm1', []]])
  })

  test('are left out, and that is told, where more are in flight at once than any server serves', () => {
    const often = fc.tuple(fc.nat(20), fc.nat(9), fc.constantFrom(1, 10, MOST_IN_FLIGHT / 2))
    fc.assert(
      fc.property(fc.array(often, { maxLength: 6 }), (drawn) => {
        const collector = new RequestCollector({ fromSeconds: 0, toSeconds: 100 }, START)
        const log = collector.openRequests('vm1', 'requests', 'microsecond')
        const other = collector.openRequests('vm2', 'requests', 'microsecond')
        for (const [start, length, times] of drawn)
          for (let i = 0; i < times; i++) log.add(START + 1 + start, length, false, -1)
        other.add(START + 1, 1, false, -1)
        collector.finish()
        const atOnce = (time: number) =>
          drawn.reduce(
            (sum, [start, length, times]) =>
              start <= time && start + length > time ? sum + times : sum,
            0,
          )
        const isCrowded = drawn.some(([start]) => atOnce(start) > MOST_IN_FLIGHT)
        expect([...collector.crowded]).toEqual(isCrowded ? ['vm1'] : [])
        expect([...collector.requests.keys()]).toEqual(isCrowded ? ['vm2'] : ['vm1', 'vm2'])
      }),
    )
  })
})
