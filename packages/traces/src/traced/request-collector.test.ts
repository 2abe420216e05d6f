import { describe, expect, test } from 'vitest'
import { RequestCollector } from './request-collector.ts'

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
})
