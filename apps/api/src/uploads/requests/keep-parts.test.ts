import { describe, expect, it } from 'vitest'
import { keepParts } from './keep-parts.ts'
import type { TracedRecording, TracedSources } from './read-traced-part.ts'

const REQUESTS = 100
const PARTS = 50
const SOURCES: TracedSources = {
  startEpochSeconds: 0,
  part: { fromSeconds: 0, toSeconds: 20 },
  files: [],
}

function recordingOf(requests: number): TracedRecording {
  const its = Array.from({ length: requests }, (_, i) => ({ startSeconds: i, endSeconds: i + 1 }))
  const parts = new Array(PARTS).fill({ kind: 'waits', domain: null })
  const seconds = new Float64Array(requests * PARTS)
  const alignment = { shiftSeconds: 0, workInRequests: 1, workInRequestsBefore: 1 }
  const spent = { parts, requests: its, cutOff: 0, seconds }
  return {
    startEpochSeconds: 0,
    readToSeconds: 20,
    schedule: {
      ...{ fromSeconds: 0, toSeconds: 20, gaps: [], domains: ['vm1'], pCpus: 1 },
      at: new Float64Array(0),
      domain: new Uint16Array(0),
      state: new Uint8Array(0),
      step: new Int8Array(0),
    },
    guests: new Map([['vm1', { requests: its, alignment, spent }]]),
    coarse: new Set(),
    crowded: new Set(),
    untimed: 0,
  }
}

describe('the parts that are kept', () => {
  it('count with what their requests spent on each part', async () => {
    const kept = keepParts(async () => recordingOf(REQUESTS))
    await kept.forceFetch('a', { context: SOURCES })
    expect(kept.calculatedSize).toBeGreaterThan(REQUESTS * PARTS * Float64Array.BYTES_PER_ELEMENT)
  })

  it('answer a reading that had to make room for another while it waited', async () => {
    const whole = recordingOf(REQUESTS)
    let answer = (_: TracedRecording) => {}
    const waiting = new Promise<TracedRecording>((resolve) => {
      answer = resolve
    })
    const readings = [waiting, Promise.resolve(whole)]
    const size = keepParts(async () => whole)
    await size.forceFetch('a', { context: SOURCES })
    const kept = keepParts(() => readings.shift()!, size.calculatedSize)
    const first = kept.forceFetch('a', { context: SOURCES })
    await kept.forceFetch('b', { context: SOURCES })
    expect([...kept.keys()]).toEqual(['b'])
    answer(recordingOf(1))
    expect((await first).guests.get('vm1')!.requests).toHaveLength(1)
  })
})
