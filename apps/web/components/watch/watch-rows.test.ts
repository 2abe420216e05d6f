import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aWatchPoint, aWatchSeries, windowStart } from '../../lib/testing/watch-fixtures.ts'
import { metricOf } from './watch-metrics.ts'
import { loneRows, metricIn, watchRows } from './watch-rows.ts'

const seriesOf = (orders: Record<string, number[]>) =>
  aWatchSeries({
    domains: Object.entries(orders).map(([domain, of]) => ({
      domain,
      targetMs: null,
      points: of.map((order) => aWatchPoint(order)),
    })),
  })
const response = metricOf('response')
const timesOf = (rows: ReturnType<typeof watchRows>, domain: string) =>
  rows.map((row) => metricIn(row, domain, response))

describe('the windows of a series', () => {
  it('stand beside each other, and an empty one breaks the lines in a gap', () => {
    const rows = watchRows(seriesOf({ vm1: [0, 1, 5], vm2: [1] }))
    expect(rows.map(({ at }) => new Date(at).toISOString())).toEqual([0, 1, 2, 5].map(windowStart))
    expect(timesOf(rows, 'vm1')).toEqual([60, 60, null, 60])
    expect(timesOf(rows, 'vm2')).toEqual([null, 60, null, null])
  })

  it('keep null apart from zero', () => {
    const series = seriesOf({ vm1: [] })
    series.domains[0]!.points = [
      aWatchPoint(0, { usedPCpus: 0 }),
      aWatchPoint(1, { usedPCpus: null }),
    ]
    const cpu = metricOf('cpu')
    expect(watchRows(series).map((row) => metricIn(row, 'vm1', cpu))).toEqual([0, null])
  })

  it('need a dot where a value stands alone', () => {
    const rows = watchRows(seriesOf({ vm1: [0, 1, 5, 9, 10], vm2: [1] }))
    const at = (domain: string) =>
      [...loneRows(rows, domain, response)].map((index) => new Date(rows[index]!.at).toISOString())
    expect(at('vm1')).toEqual([windowStart(5)])
    expect(at('vm2')).toEqual([windowStart(1)])
  })

  it('hold every point once, in order, with a break exactly where windows are missing', () => {
    const windows = fc.uniqueArray(fc.integer({ min: 0, max: 80 }), { minLength: 1 })
    fc.assert(
      fc.property(windows, (orders) => {
        const sorted = orders.toSorted((a, b) => a - b)
        const rows = watchRows(seriesOf({ vm1: sorted }))
        expect(timesOf(rows, 'vm1').filter((ms) => ms !== null)).toHaveLength(orders.length)
        const starts = rows.map(({ at }) => at)
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b))
        const gaps = sorted.filter((order, i) => i > 0 && order - sorted[i - 1]! > 1).length
        expect(rows).toHaveLength(orders.length + gaps)
      }),
    )
  })
})
