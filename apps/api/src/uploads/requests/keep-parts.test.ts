import { expect, it } from 'vitest'
import { sizeOf } from './keep-parts.ts'
import type { TracedRecording } from './read-traced-part.ts'

const REQUESTS = 100
const PARTS = 50

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

it('a part counts with what its requests spent on each part of their time', () => {
  expect(sizeOf(recordingOf(REQUESTS))).toBeGreaterThan(
    REQUESTS * PARTS * Float64Array.BYTES_PER_ELEMENT,
  )
})
