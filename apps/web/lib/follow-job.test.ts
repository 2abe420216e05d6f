import type { Job } from '@steelyard/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadContract } from './api.ts'
import { followJob } from './follow-job.ts'
import { queryKeyOf } from './query-keys.ts'
import { aJob, idOf } from './testing/fixtures.ts'

/** An event stream whose events the test sends. */
class Stream extends EventTarget {
  static opened: Stream[] = []
  isClosed = false
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    Stream.opened.push(this)
  }
  close() {
    this.isClosed = true
  }
  async send(data: unknown) {
    this.dispatchEvent(new MessageEvent('job', { data: JSON.stringify(data) }))
    await loadContract()
  }
}

beforeEach(() => {
  Stream.opened = []
  vi.stubGlobal('EventSource', Stream)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function follow() {
  const client = new QueryClient()
  const streaming: boolean[] = []
  const stop = followJob(idOf(9), client, (is) => streaming.push(is))
  const [stream] = Stream.opened
  const key = queryKeyOf('getJob', { params: { id: idOf(9) } })
  return { stop, streaming, stream: stream!, known: () => client.getQueryData<Job>(key) }
}

describe('the event stream of a job', () => {
  it('belongs to this job', () => {
    expect(follow().stream.url).toBe(`/api/v1/jobs/${idOf(9)}/events`)
    expect(Stream.opened).toHaveLength(1)
  })

  it('replaces the cached job with each event', async () => {
    const { stream, known } = follow()
    await stream.send(aJob({ state: 'running' }))
    expect(known()).toEqual(aJob({ state: 'running' }))
    await stream.send(aJob({ state: 'succeeded' }))
    expect(known()?.state).toBe('succeeded')
  })

  it('keeps the last known job where an event is not understood', async () => {
    const { stream, known } = follow()
    await stream.send(aJob({ state: 'running' }))
    await stream.send({ ...aJob(), state: 'dreaming' })
    await stream.send(null)
    expect(known()?.state).toBe('running')
  })

  it('reports when it is open, so that polling pauses only then', () => {
    const { stream, streaming } = follow()
    expect(streaming).toEqual([])
    stream.dispatchEvent(new Event('open'))
    stream.dispatchEvent(new Event('error'))
    stream.dispatchEvent(new Event('open'))
    expect(streaming).toEqual([true, false, true])
  })

  it('is closed at the end, which resumes polling', () => {
    const { stop, stream, streaming } = follow()
    stream.dispatchEvent(new Event('open'))
    stop()
    expect(stream.isClosed).toBe(true)
    expect(streaming.at(-1)).toBe(false)
  })
})
