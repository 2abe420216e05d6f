import type { SpentTime } from '@steelyard/analysis'
import type { TracedRequests } from '@steelyard/contract'
import { formatCount } from '@steelyard/contract/format'
import type { Deps } from '../../deps.ts'
import { isoOf } from '../../iso-of.ts'
import { presentParts } from './present-parts.ts'
import type { TracedRecording } from './read-traced-part.ts'
import { type AskedPart, guestsIn, loadTracedGuest } from './traced-guest.ts'

/** Finer than any log stamps. */
const MICROSECONDS = 1e6

/** @throws AppError as `loadTracedGuest` does */
export async function listTracedRequests(
  deps: Pick<Deps, 'db' | 'config'>,
  uploadId: string,
  asked: AskedPart,
): Promise<TracedRequests> {
  const { recording, domain, alignment, spent } = await loadTracedGuest(deps, uploadId, asked)
  const { schedule, startEpochSeconds, lengthSeconds } = recording
  return {
    startedAt: isoOf(startEpochSeconds),
    lengthSeconds,
    fromSeconds: schedule.fromSeconds,
    toSeconds: schedule.toSeconds,
    domain,
    domains: guestsIn(recording),
    requests: {
      startSeconds: spent.requests.map(({ startSeconds }) => rounded(startSeconds)),
      ms: spent.requests.map(({ startSeconds, endSeconds }) => lengthMs(endSeconds - startSeconds)),
    },
    cutOff: spent.cutOff,
    meanParts: presentParts(spent.parts, meanOf(spent)),
    clockShiftMs: 1000 * alignment.shiftSeconds,
    workInRequests: alignment.workInRequests,
    notes: notesOn(recording),
  }
}

function meanOf({ parts, seconds }: SpentTime): number[] {
  return parts.map(
    (_, part) => seconds.reduce((sum, each) => sum + each[part]!, 0) / Math.max(1, seconds.length),
  )
}

function notesOn({ coarse, untimed }: TracedRecording): string[] {
  const notes = [...coarse].map(
    (domain) =>
      `The access log of ${domain} stamps whole seconds, so its requests cannot be placed in the trace.`,
  )
  if (untimed > 0)
    notes.push(`${formatCount(untimed)} requests have no duration in the log and are left out.`)
  return notes
}

function rounded(seconds: number): number {
  return Math.round(seconds * MICROSECONDS) / MICROSECONDS
}

function lengthMs(seconds: number): number {
  return Math.round(seconds * MICROSECONDS) / 1000
}
