import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { words } from '@steelyard/words'
import { followGuestLog, type GuestLogFacts } from '@steelyard/xen'
import { Prisma } from '../db.ts'
import type { Deps } from '../deps.ts'
import { toTrouble } from '../errors.ts'
import { type GuestLogWithAccess, guestConnection } from '../hosts/guest-logs/guest-connection.ts'
import { storeGuestTrouble } from '../hosts/guest-logs/store-guest-trouble.ts'
import { LONGEST_RECORDING_SECONDS } from '../hosts/running-recordings.ts'
import type { RecordingFiles } from './recording-files.ts'
import type { RecordedLog } from './recording-json.ts'

export interface GuestToFollow {
  domain: string
  /** The name of the file in the upload. */
  path: string
  log: GuestLogWithAccess
}

/** The facts of the followed log, or the error if it could not be followed. */
export interface FollowedGuest extends GuestToFollow {
  outcome: { facts: GuestLogFacts } | { error: unknown }
}

export interface Following {
  /** Resolves when lines of the log start to arrive, or when it is certain that none will. */
  begun: Promise<void>
  ended: Promise<FollowedGuest>
}

/** Extra time for reading the host before and after; `until` normally ends the following. */
const SPARE_SECONDS = 120

/** Starts following one guest's log. If a guest fails, only its own log is lost. */
export function followGuest(
  deps: Deps,
  files: RecordingFiles,
  guest: GuestToFollow,
  time: { seconds: number; signal: AbortSignal; until: AbortSignal },
): Following {
  const { promise: begun, resolve: tellBegun } = withResolver()
  const ended = follow(deps, files, guest, time, tellBegun)
    .then(
      (facts) => ({ ...guest, outcome: { facts } }),
      (error: unknown) => ({ ...guest, outcome: { error } }),
    )
    .finally(tellBegun)
  return { begun, ended }
}

async function follow(
  deps: Deps,
  files: RecordingFiles,
  { path, log }: GuestToFollow,
  { seconds, signal, until }: { seconds: number; signal: AbortSignal; until: AbortSignal },
  onProgress: () => void,
): Promise<GuestLogFacts> {
  let file: Writable | undefined
  try {
    const facts = await followGuestLog(guestConnection(deps, log), {
      seconds: Math.min(LONGEST_RECORDING_SECONDS, seconds + SPARE_SECONDS),
      maxBytes: deps.config.maxFileBytes,
      sink: (chunk) => {
        file ??= files.open(path).on('error', () => {}) // the writer gets the error
        return write(file, chunk)
      },
      signal,
      until,
      onProgress,
    })
    if (file) await end(file)
    return facts
  } catch (error) {
    file?.destroy()
    files.drop(path)
    throw error
  }
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

function write(file: Writable, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    file.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}

export async function end(file: Writable, last?: string): Promise<void> {
  const done = finished(file)
  file.end(last)
  await done
}

/**
 * Shows at each domain whether its log could be followed.
 * @returns the recorded logs, and the warnings to show
 */
export async function settleGuests(
  deps: Deps,
  guests: readonly FollowedGuest[],
  hostMinusOursSeconds: number,
): Promise<{ logs: RecordedLog[]; warnings: string[] }> {
  const logs: RecordedLog[] = []
  const warnings: string[] = []
  for (const { domain, path, log, outcome } of guests) {
    if ('error' in outcome) {
      const error = await storeGuestTrouble(deps, log.access!, outcome.error)
      warnings.push(`The access log of ${domain} was not recorded: ${toTrouble(error).message}`)
      continue
    }
    await deps.db.sshAccess.updateMany({
      where: { guestLogId: log.id, state: 'failing' },
      data: { state: 'connected', problem: Prisma.DbNull },
    })
    const { bytes, clock } = outcome.facts
    if (bytes === 0) {
      warnings.push(`Nothing was logged in ${domain} during the recording.`)
      continue
    }
    logs.push({ path, domain, logFormat: log.logFormat })
    const ahead =
      clock &&
      words.recordings.clockWarning(domain, clock.hostMinusOursSeconds - hostMinusOursSeconds)
    if (ahead) warnings.push(ahead)
  }
  return { logs, warnings }
}
