import type { WatchSeries } from '@steelyard/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadContract } from '../api.ts'
import { queryKeyOf } from '../query-keys.ts'
import { idOf } from '../testing/fixtures.ts'
import { aWatch, aWatchedWindow, aWatchSeries, windowStart } from '../testing/watch-fixtures.ts'
import { followLive } from './follow-live.ts'
import { liveKeyOf } from './live-series.ts'

/** An event stream whose events the test sends. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  static opened: Stream[] = []
  readyState = 0
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    Stream.opened.push(this)
  }
  close() {
    this.readyState = Stream.CLOSED
  }
  async send(event: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }))
    await loadContract()
  }
}

beforeEach(() => {
  Stream.opened = []
  vi.stubGlobal('EventSource', Stream)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function follow() {
  const client = new QueryClient()
  client.setQueryData(liveKeyOf(idOf(1)), aWatchSeries())
  const streaming: boolean[] = []
  const stop = followLive(idOf(1), client, (is) => streaming.push(is))
  const state = client.getQueryCache().find({ queryKey: liveKeyOf(idOf(1)) })!
  return {
    stop,
    streaming,
    stream: Stream.opened[0]!,
    isAskedAgain: () => state.state.isInvalidated,
    newest: () => client.getQueryData<WatchSeries>(liveKeyOf(idOf(1)))?.domains[0]?.points.at(-1),
    watch: () => client.getQueryData(queryKeyOf('getWatch', { params: { id: idOf(1) } })),
  }
}

describe('the event stream of a watch', () => {
  it('adds each window to the live series, and keeps the state of the watch', async () => {
    const { stream, newest, watch } = follow()
    expect(stream.url).toBe(`/api/v1/hosts/${idOf(1)}/watch/events`)
    await stream.send('window', aWatchedWindow(3, { vm1: { responseTimeMs: 44 } }))
    expect(newest()).toMatchObject({ at: windowStart(3), responseTimeMs: 44 })
    await stream.send('watch', aWatch({ state: 'failing' }))
    expect(watch()).toEqual({ watch: aWatch({ state: 'failing' }) })
    await stream.send('watch', null)
    expect(watch()).toEqual({ watch: null })
  })

  it('ignores an event that it does not understand', async () => {
    const { stream, newest, watch } = follow()
    await stream.send('window', { ...aWatchedWindow(3, { vm1: {} }), windowSeconds: 'ten' })
    await stream.send('watch', { state: 'dreaming' })
    expect(newest()?.at).toBe(windowStart(2))
    expect(watch()).toBeUndefined()
  })

  it('has the series read again for a domain it lacks, and for what came before the stream opened', async () => {
    const strange = follow()
    await strange.stream.send('window', aWatchedWindow(3, { vm9: {} }))
    expect(strange.isAskedAgain()).toBe(true)
    const opened = follow()
    Stream.opened[1]?.dispatchEvent(new Event('open'))
    expect(opened.isAskedAgain()).toBe(true)
  })

  it('is opened again after a refusal; after a lost connection the browser does that', () => {
    const { stream, streaming } = follow()
    stream.dispatchEvent(new Event('open'))
    stream.dispatchEvent(new Event('error'))
    vi.runAllTimers()
    expect(Stream.opened).toHaveLength(1)
    stream.readyState = Stream.CLOSED
    stream.dispatchEvent(new Event('error'))
    vi.runAllTimers()
    expect(Stream.opened).toHaveLength(2)
    expect(streaming).toEqual([true, false, false])
  })

  it('is closed for good when the page is left', () => {
    const { stop, stream, streaming } = follow()
    stream.readyState = Stream.CLOSED
    stream.dispatchEvent(new Event('error'))
    stop()
    vi.runAllTimers()
    expect(Stream.opened).toHaveLength(1)
    expect(streaming.at(-1)).toBe(false)
  })
})
