import type { SpentTime } from '@steelyard/analysis'
import { TracedRequests } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { isoOf } from '../../epoch.ts'
import { listedRequest } from './listed-request.ts'
import { presentParts } from './present-parts.ts'
import { guestsIn, type TracedQuestion, tracedGuest } from './traced-guest.ts'
import { written } from './written.ts'

/** @throws AppError as `tracedGuest` does */
export async function listTracedRequests(question: TracedQuestion): Promise<Uint8Array> {
  const { recording, domain, alignment, spent } = await tracedGuest(question)
  const { schedule, startEpochSeconds } = recording
  const listed = spent.requests.map(listedRequest)
  return written(TracedRequests, {
    startedAt: isoOf(startEpochSeconds),
    lengthSeconds: question.lengthSeconds,
    fromSeconds: schedule.fromSeconds,
    toSeconds: schedule.toSeconds,
    domain,
    domains: guestsIn(recording),
    requests: {
      startSeconds: listed.map(({ startSeconds }) => startSeconds),
      ms: listed.map(({ ms }) => ms),
    },
    cutOff: spent.cutOff,
    meanParts: presentParts(spent.parts, meanOf(spent)),
    clockShiftMs: 1000 * alignment.shiftSeconds,
    workInRequests: alignment.workInRequests,
    notes: words.uploads.tracedNotes(recording),
  })
}

function meanOf({ parts, requests, seconds }: SpentTime): Float64Array {
  const sums = new Float64Array(parts.length)
  for (const [i, each] of seconds.entries()) sums[i % parts.length]! += each
  return sums.map((sum) => sum / Math.max(1, requests.length))
}
