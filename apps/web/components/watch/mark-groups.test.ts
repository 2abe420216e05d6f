import { describe, expect, it } from 'vitest'
import { aMark, windowStart } from '../../lib/testing/watch-fixtures.ts'
import { markClusters, markGroup } from './mark-groups.ts'

const range = { from: Date.parse(windowStart(0)), to: Date.parse(windowStart(100)) }

describe('the marks of a chart', () => {
  it('are lines for moments and areas for what lasts, cut to the range', () => {
    const { spans, moments } = markGroup(
      [
        aMark({ kind: 'hotspot', at: windowStart(-5), to: windowStart(10) }),
        aMark({ kind: 'gap', at: windowStart(90), to: null }),
        aMark(),
        aMark({ domain: 'vm2', text: 'at the same instant' }),
        aMark({ kind: 'hotspot', at: windowStart(-9), to: windowStart(-8) }),
      ],
      range,
    )
    expect(spans.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['hotspot', range.from, Date.parse(windowStart(10))],
      ['gap', Date.parse(windowStart(90)), range.to],
    ])
    expect(moments.map(({ kind, at }) => [kind, at])).toEqual([
      ['weight', Date.parse(windowStart(1))],
    ])
  })

  it('share a button where they are close, none is lost, and all stand on the axis', () => {
    const orders = [-3, 1, 2, 40, 43, 60, 99]
    const clusters = markClusters(
      orders.map((order) => aMark({ at: windowStart(order) })),
      range,
      14,
    )
    expect(clusters.map(({ marks }) => marks.length)).toEqual([3, 2, 1, 1])
    expect(clusters.map(({ place }) => place)).toEqual([0, 0.4, 0.6, 0.99])
  })
})
