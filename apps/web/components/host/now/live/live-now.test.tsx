import type { Watch, WatchSeries } from '@steelyard/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aDomain, aHost, idOf } from '../../../../lib/testing/fixtures.ts'
import { InHostFrame } from '../../../../lib/testing/in-host-frame.tsx'
import {
  answer,
  known,
  refusal,
  refused,
  render,
  userWith,
} from '../../../../lib/testing/render.tsx'
import {
  aWatch,
  aWatchedLog,
  aWatchPoint,
  aWatchSeries,
  windowStart,
} from '../../../../lib/testing/watch-fixtures.ts'
import { liveKeyOf } from '../../../../lib/watch/live-series.ts'
import { watchOf } from '../../../../lib/watch/watch-queries.ts'
import { WatchOffer } from '../watch-offer.tsx'
import { LiveNow } from './live-now.tsx'

const host = aHost({ domains: [aDomain('vm1'), aDomain('vm2')] })
const offer = 'Watch the host'

// The windows of the fixtures begin when the first test that needs them is loaded, which may be
// minutes ago.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(windowStart(3)) + 5_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const live = (watch: Watch | null, series?: WatchSeries, user = userWith(), of = host) =>
  render(
    <InHostFrame host={of}>
      <LiveNow />
      <WatchOffer />
    </InHostFrame>,
    {
      user,
      known: [
        answer('getWatch', watchOf(idOf(1)), { watch }),
        ...(series ? [known(liveKeyOf(idOf(1)), series)] : []),
      ],
    },
  )

describe('a watched host now', () => {
  it('has the verdict of the moment as its headline, and how old it is', () => {
    const { html, text } = live(aWatch(), aWatchSeries())
    expect(html.replaceAll('\u00a0', ' ')).toMatch(
      /<h2[^>]*>In the last 5 min, vm1 missed its target of 80 ms in 1 of 3 windows\.<\/h2>/,
    )
    expect(text).toMatch(/The newest window ended at [\d:]+, (less than 10 s|\d+ s) ago\./)
    expect(text).toContain('Watched')
    expect(text).toContain('95th percentile of requests, in every 10 s')
  })

  it('shows each domain with a time or a target in figures, and names all of them', () => {
    const series = aWatchSeries()
    series.domains.push({
      domain: 'Domain-0',
      targetMs: null,
      points: [aWatchPoint(2, { responseTimeMs: null })],
    })
    const { html, text } = live(aWatch(), series)
    expect(text).toContain('120 ms of 80 ms misses missed in 1 of 3 windows')
    expect(text).toContain('60.0 ms no target')
    expect(html.match(/<h3/g)).toHaveLength(4)
    expect(text).toContain('vm1 vm2 Domain-0')
  })

  it('says a gap plainly, and why the host cannot be observed', () => {
    const old = aWatchSeries()
    for (const { points } of old.domains) points.splice(0, 3, aWatchPoint(-100))
    const trouble = { code: 'unreachable', message: 'The host does not answer.', fix: 'Start it.' }
    const { text } = live(aWatch({ state: 'failing', trouble }), old)
    expect(text).toMatch(/The host has not been observed for 1[67] min/)
    expect(text).toContain('Watch failing')
    expect(text).toContain('The host does not answer. What to do: Start it.')
  })

  it('names the guests whose logs cannot be followed, with the way to what to do', () => {
    const trouble = { code: 'refused', message: 'The guest refused the key.' }
    const logs = [aWatchedLog('vm1', { trouble }), aWatchedLog('vm2')]
    const { text, links } = live(aWatch({ logs }), aWatchSeries())
    expect(text).toContain('No response times of vm1: the access log cannot be followed now.')
    expect(links['Why, and what to do']).toBe(`/hosts/${idOf(1)}/settings?section=watch`)
    expect(live(aWatch(), aWatchSeries()).text).not.toContain('cannot be followed')
  })

  it('says why a log that is followed gives no response times', () => {
    const logs = [
      aWatchedLog('vm1', { untimed: 'too-coarse' }),
      aWatchedLog('vm2', { untimed: 'not-logged' }),
      aWatchedLog('vm3', { untimed: 'not-logged' }),
    ]
    const { text } = live(aWatch({ logs }), aWatchSeries())
    expect(text).toContain(
      'No response times of vm1: the access log has whole seconds, which are too coarse.',
    )
    expect(text).toContain('No response times of vm2 and vm3: their access logs have no durations.')
  })

  it('says that nothing came yet, and leads to what makes the verdict known', () => {
    const empty = aWatchSeries({ domains: [] })
    const { text, links } = live(aWatch({ state: 'starting', storedTo: null }), empty)
    expect(text).toContain('Nothing has been observed yet.')
    expect(links['Targets, access logs and the watch']).toBe(
      `/hosts/${idOf(1)}/settings?section=guests`,
    )
  })

  it('shows that it is loading, or what went wrong', () => {
    expect(live(aWatch()).text).toContain('Loading what the host does now')
    const { buttons } = render(
      <InHostFrame host={host}>
        <LiveNow />
      </InHostFrame>,
      {
        known: [
          answer('getWatch', watchOf(idOf(1)), { watch: aWatch() }),
          refused(liveKeyOf(idOf(1))),
        ],
      },
    )
    expect(buttons).toContain('Try again')
  })

  it('draws nothing for what has no value: null is a gap', () => {
    const series = aWatchSeries()
    series.domains[0]!.points = [aWatchPoint(0), aWatchPoint(2, { responseTimeMs: null })]
    const { text } = live(aWatch(), series)
    expect(text).toContain('vm1 – of 80 ms')
    expect(text).not.toContain('0 ms of')
    expect(series.to).toBe(windowStart(3))
  })
})

describe('a host without a watch', () => {
  it('is offered one, where it is connected and the user may', () => {
    expect(live(null).links[offer]).toBe(`/hosts/${idOf(1)}/settings?section=watch`)
    expect(live(null, undefined, userWith(['hosts:read'])).text).toBe('')
    const apart = aHost({ connection: { state: 'none' } })
    expect(live(null, undefined, userWith(), apart).text).toBe('')
  })

  it('is not mistaken for one whose watch could not be loaded', () => {
    const { text, buttons } = render(
      <InHostFrame host={host}>
        <LiveNow />
      </InHostFrame>,
      { known: [refusal('getWatch', watchOf(idOf(1)))] },
    )
    expect(text).toContain('Whether the host is watched could not be loaded')
    expect(buttons).toContain('Try again')
  })
})
