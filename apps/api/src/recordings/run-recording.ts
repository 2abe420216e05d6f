import { setTimeout as sleep } from 'node:timers/promises'
import { formatTenths } from '@steelyard/contract/format'
import { type RecordingFacts, recordHost, type TracingEnd } from '@steelyard/xen'
import { findEnrolledHost, openHostShell } from '../hosts/connection/open-host-shell.ts'
import { storeHostTrouble } from '../hosts/reading/read-enrolled-host.ts'
import type { UploadWithSources } from '../uploads/upload-row.ts'
import { type FollowedGuest, followGuest, type GuestToFollow } from './follow-guests.ts'
import type { RecordHostContext } from './record-host.kind.ts'
import type { RecordingFiles } from './recording-files.ts'

export interface RecordingOutcome {
  facts: RecordingFacts
  guests: FollowedGuest[]
}

/** How long a guest may take to be followed before the recording starts without it. */
const WAIT_FOR_GUESTS_MS = 20_000
/** The trace is an extra: it gets at most this share of the room that is left. */
const TRACE_SHARE = 0.5
const MEBIBYTE = 2 ** 20
const MAX_XENTOP_BYTES = 256 * MEBIBYTE
const MAX_TRACE_BYTES = 2048 * MEBIBYTE

/**
 * Records the host and its guests' logs at the same time.
 * @throws the error that prevented the recording
 */
export async function runRecording(
  job: RecordHostContext,
  { hostId }: UploadWithSources,
  files: RecordingFiles,
  guests: readonly GuestToFollow[],
  onTracingEnd: (end: TracingEnd) => void,
): Promise<RecordingOutcome> {
  const { deps, payload, signal } = job
  const { seconds } = payload
  job.progress({ stage: 'Connecting', done: 0, total: seconds, unit: 'seconds' })
  const shell = await openShell(job, hostId!)
  const stop = new AbortController()
  const over = new AbortController()
  const time = { seconds, signal: AbortSignal.any([signal, stop.signal]), until: over.signal }
  const following = guests.map((guest) => followGuest(deps, files, guest, time))
  const ended = Promise.all(following.map((guest) => guest.ended))
  try {
    await begun(
      following.map((guest) => guest.begun),
      signal,
    )
    const facts = await recordHost(shell, {
      ...payload,
      files: (name) => files.open(name),
      signal,
      onProgress: progressOf(job, files),
      onTracingEnd,
      reconnect: async () => openHostShell(deps, await findEnrolledHost(deps, hostId!)),
      maxXentopBytes: Math.min(MAX_XENTOP_BYTES, deps.config.maxFileBytes),
      maxTraceBytes: Math.min(
        MAX_TRACE_BYTES,
        deps.config.maxFileBytes,
        Math.floor(files.room * TRACE_SHARE),
      ),
    })
    over.abort()
    const followed = await ended
    signal.throwIfAborted()
    if (files.refusal) throw files.refusal
    return { facts, guests: followed }
  } catch (error) {
    stop.abort()
    await ended
    throw files.refusal ?? error
  } finally {
    await shell.close()
  }
}

/** If a host cannot be reached, its page shows it; if it only refuses xentop, the page does not. */
async function openShell({ deps, signal }: RecordHostContext, hostId: string) {
  const host = await findEnrolledHost(deps, hostId)
  try {
    return await openHostShell(deps, host, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw await storeHostTrouble(deps, host, error)
  }
}

async function begun(guests: Promise<void>[], signal: AbortSignal): Promise<void> {
  const enough = new AbortController()
  const patience = sleep(WAIT_FOR_GUESTS_MS, undefined, {
    signal: AbortSignal.any([signal, enough.signal]),
  })
  await Promise.race([Promise.all(guests), patience]).finally(() => {
    enough.abort()
    patience.catch(() => {})
  })
}

function progressOf(job: RecordHostContext, files: RecordingFiles) {
  let storing = false
  return ({ secondsDone, secondsTotal }: { secondsDone: number; secondsTotal: number }) => {
    job.progress({
      stage: 'Recording',
      done: Math.floor(secondsDone),
      total: secondsTotal,
      unit: 'seconds',
      message: `${formatTenths(files.bytes / 1e6)} MB`,
    })
    if (storing) return
    storing = true
    files
      .store()
      .catch((err) => job.deps.log.warn({ err }, 'the size of a recording was not written'))
      .finally(() => {
        storing = false
      })
  }
}
