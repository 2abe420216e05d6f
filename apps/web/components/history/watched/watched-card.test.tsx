import type { HostMark, WatchSeries } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aHost, idOf } from '../../../lib/testing/fixtures.ts'
import { answer, refusal, render, rowsOf, userWith } from '../../../lib/testing/render.tsx'
import {
  aMark,
  aPlannedMark,
  aWatchPoint,
  aWatchSeries,
  windowStart,
} from '../../../lib/testing/watch-fixtures.ts'
import { timelineOf, watchSeriesOf } from '../../../lib/watch/watch-queries.ts'
import { WatchedCard } from './watched-card.tsx'

const range = { from: Date.parse(windowStart(0)), to: Date.parse(windowStart(3)) }
const series = answer('getWatchSeries', watchSeriesOf(idOf(1), range), aWatchSeries())

const card = (
  { of = aWatchSeries(), marks = [] as HostMark[], complete = true, search = '' } = {},
  user = userWith(),
) =>
  render(<WatchedCard host={aHost()} range={{ preset: null, ...range }} />, {
    user,
    search,
    known: [
      answer('getWatchSeries', watchSeriesOf(idOf(1), range), of),
      answer('getHostTimeline', timelineOf(idOf(1), range), { data: marks, complete }),
    ],
  })
const without = (more: Partial<WatchSeries['domains'][number]['points'][number]>): WatchSeries =>
  aWatchSeries({ domains: [{ domain: 'vm1', targetMs: 80, points: [aWatchPoint(0, more)] }] })

describe('what was observed over time', () => {
  it('is shown for the range of the address, in a chart and in figures', () => {
    const { html, text, buttons } = card()
    expect(text).toContain('The 95th percentile of requests, in every 10 s, with the targets')
    expect(rowsOf(html)).toEqual([
      ['Guest', 'Windows', 'Lowest', 'Median', 'Highest', 'Target', 'Missed in'],
      ['vm1', '3', '60.0 ms', '60.0 ms', '120 ms', '80 ms', '1'],
      ['vm2', '3', '60.0 ms', '60.0 ms', '60.0 ms', '–', '–'],
    ])
    expect(buttons).toContain('vm1')
  })

  it('can be the load, CPU or waits', () => {
    const { html } = card({ search: 'show=cpu' })
    expect(rowsOf(html)[1]).toEqual(['vm1', '3', '0.400 pCPUs', '0.400 pCPUs', '0.400 pCPUs'])
    expect(card({ search: 'show=waits' }).text).toContain(
      'No waits were observed in this range: they come from bursts of xentrace.',
    )
    expect(card({ of: without({ responseTimeMs: null }) }).text).toContain(
      'they come from the access logs of the guests',
    )
  })

  it('says when nothing was observed, and where the watch is set up', () => {
    const { text, buttons, links } = card({ of: aWatchSeries({ domains: [] }) })
    expect(text).toContain('Nothing was observed in this range.')
    expect(buttons).not.toContain('Analyse this range')
    expect(links['How the host is watched']).toBe(`/hosts/${idOf(1)}/settings?section=watch`)
  })

  it('shows that it is loading, or what went wrong', () => {
    const host = <WatchedCard host={aHost()} range={{ preset: null, ...range }} />
    expect(render(host, { known: [series] }).text).toContain('Loading what was observed')
    const failed = refusal('getHostTimeline', timelineOf(idOf(1), range))
    expect(render(host, { known: [series, failed] }).buttons).toContain('Try again')
  })
})

describe('what happened meanwhile', () => {
  it('has a button with its words, and a line in a table with a way to the plan', () => {
    const planned = { ...aPlannedMark(), at: windowStart(2) }
    const { html, text, buttons, links } = card({ marks: [aMark(), planned] })
    expect(buttons).toContain('Weight: The weight of vm1 changed from 256 to 512.')
    expect(text).toContain('What happened: 2 marks')
    expect(rowsOf(html)[1]?.slice(0, 2)).toEqual(['Plan', '–'])
    expect(links['Open the plan']).toBe(`/changes/${idOf(40)}`)
    expect(card({ marks: [aMark()], complete: false }).text).toContain('Choose a shorter range')
  })

  it('shares a button where marks are close', () => {
    const { buttons } = card({ marks: [aMark(), aMark({ domain: 'vm2' })] })
    expect(buttons).toContain('2 marks')
  })
})

describe('the range', () => {
  it('can be analysed by who may analyse, unless it is too long', () => {
    const { text, buttons } = card()
    expect(text).toContain('(30 s)')
    expect(buttons).toContain('Analyse this range')
    expect(card({}, userWith(['hosts:read'])).buttons).not.toContain('Analyse this range')
    const old = aWatchSeries()
    old.domains[0]!.points.unshift(aWatchPoint(-32 * 8640))
    const long = card({ of: old })
    expect(long.buttons).toContain('Analyse this range (off)')
    expect(long.text).toContain('At most 31 days are analysed at once.')
  })
})
