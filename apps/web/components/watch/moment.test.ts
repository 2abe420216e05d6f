import { describe, expect, it } from 'vitest'
import { aWatchPoint, aWatchSeries, windowStart } from '../../lib/testing/watch-fixtures.ts'
import { gapSeconds, momentsOf, newestEndOf } from './moment.ts'
import { momentVerdict } from './moment-words.ts'

const timesOf = (...times: (number | null)[]) =>
  times.map((responseTimeMs, order) => aWatchPoint(order, { responseTimeMs }))
const seriesOf = (domains: Record<string, [number | null, ReturnType<typeof timesOf>]>) =>
  aWatchSeries({
    domains: Object.entries(domains).map(([domain, [targetMs, points]]) => ({
      domain,
      targetMs,
      points,
    })),
  })
const verdictOf = (domains: Parameters<typeof seriesOf>[0]) =>
  momentVerdict(momentsOf(seriesOf(domains)), null)

describe('the moment', () => {
  it('counts the windows of the last five minutes that have a time', () => {
    const points = [
      aWatchPoint(0, { responseTimeMs: 900 }),
      aWatchPoint(1, { responseTimeMs: 900 }),
      aWatchPoint(29, { responseTimeMs: 80 }),
      aWatchPoint(30, { responseTimeMs: null }),
    ]
    const [vm1] = momentsOf(seriesOf({ vm1: [80, points] }))
    expect(vm1).toMatchObject({ windows: 2, missed: 1, newest: points[3] })
  })

  it('has a gap once the newest window is older than a minute', () => {
    const end = newestEndOf(aWatchSeries())
    expect(end).toBe(Date.parse(windowStart(3)))
    expect(gapSeconds(end, end! + 60_000)).toBeNull()
    expect(gapSeconds(end, end! + 71_000)).toBe(70)
    expect(newestEndOf({ domains: [] })).toBeNull()
    expect(gapSeconds(null, 0)).toBeNull()
  })
})

describe('the verdict of the moment', () => {
  it('says which targets are missed, how often, and which are kept', () => {
    expect(
      verdictOf({
        vm1: [80, timesOf(60, 90, 95)],
        vm2: [50, timesOf(60, 60, 60)],
        vm3: [50, timesOf(40, 40, 40)],
        vm4: [null, timesOf(400, 400, 400)],
      }),
    ).toEqual({
      state: 'missed',
      sentence:
        'In the last 5 min, vm1 missed its target of 80 ms in 2 of 3 windows; vm2 missed its target of 50 ms in every window; vm3 kept its target of 50 ms.',
    })
  })

  it('says when all targets are kept, and whose times nobody knows', () => {
    expect(verdictOf({ vm1: [80, timesOf(60)], vm2: [50, timesOf(40)] })).toEqual({
      state: 'kept',
      sentence: 'In the last 5 min, vm1 and vm2 kept their targets.',
    })
    expect(verdictOf({ vm1: [80, timesOf(60)], vm2: [50, timesOf(null)] }).sentence).toBe(
      'In the last 5 min, vm1 kept its target of 80 ms, and no response times of vm2 were observed.',
    )
  })

  it.each<[string, Parameters<typeof seriesOf>[0]]>([
    ['Nothing has been observed yet.', { vm1: [80, []] }],
    ['No guest has a response time target', { vm1: [null, timesOf(60)] }],
    ['no response times of vm1 were observed', { vm1: [80, timesOf(null)] }],
  ])('is unknown: %s', (words, domains) => {
    const { state, sentence } = verdictOf(domains)
    expect(state).toBe('unknown')
    expect(sentence).toContain(words)
  })

  it('says a gap plainly', () => {
    expect(momentVerdict(momentsOf(aWatchSeries()), { seconds: 250 })).toEqual({
      state: 'unknown',
      sentence:
        'The host has not been observed for 4 min 10 s, so whether targets are kept now is not known.',
    })
  })
})
