import type { SpentTime } from '@steelyard/analysis'
import type { TracedRequests } from '@steelyard/contract'
import type { Deps } from '../../deps.ts'
import { isoOf } from '../../iso-of.ts'
import { listedRequest } from './listed-request.ts'
import { notesOn } from './notes-on.ts'
import { presentParts } from './present-parts.ts'
import { type AskedPart, guestsIn, loadTracedGuest } from './traced-guest.ts'

/** @throws AppError as `loadTracedGuest` does */
export async function listTracedRequests(
  deps: Pick<Deps, 'db' | 'config'>,
  uploadId: string,
  asked: AskedPart,
): Promise<TracedRequests> {
  const { recording, domain, alignment, spent } = await loadTracedGuest(deps, uploadId, asked)
  const { schedule, startEpochSeconds, lengthSeconds } = recording
  const listed = spent.requests.map(listedRequest)
  return {
    startedAt: isoOf(startEpochSeconds),
    lengthSeconds,
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
    notes: notesOn(recording),
  }
}

function meanOf({ parts, requests, seconds }: SpentTime): Float64Array {
  const sums = new Float64Array(parts.length)
  for (const [i, each] of seconds.entries()) sums[i % parts.length]! += each
  return sums.map((sum) => sum / Math.max(1, requests.length))
}
