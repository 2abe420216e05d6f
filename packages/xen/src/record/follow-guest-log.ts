import { guestLogCommand, LOG_NOT_READABLE } from '../access/guest-log-key-line.ts'
import { HostError } from '../host-error.ts'
import type { StreamEnd } from '../remote-shell.ts'
import { openPinned } from '../ssh/connect-host.ts'
import { streamLine } from '../ssh/stream-line.ts'
import { FollowedLog } from './followed-log.ts'
import type { FollowOptions, GuestLogConnection, GuestLogFacts } from './guest-log.ts'
import { preciseNow } from './precise-now.ts'

/**
 * Exit codes of `timeout` when the time is over: 124, or in BusyBox 143 after the SIGTERM that it
 * sent.
 */
const ENDED_BY_TIME = [124, 143]
const PATIENCE_SECONDS = 60

/**
 * Follows a guest's log over a separate connection, from its current end or from its last lines, and
 * across rotations. The time is measured here from the guest's first answer, and also limited in the guest.
 *
 * @throws HostError, or the sink's own error
 */
export async function followGuestLog(
  connection: GuestLogConnection,
  options: FollowOptions,
): Promise<GuestLogFacts> {
  const { seconds, signal, maxBytes, linesAgain = 0, nowSeconds = preciseNow } = options
  const line = guestLogCommand(connection.path, seconds, linesAgain)
  const client = await openPinned(connection, signal ? { signal } : {})
  client.on('error', () => {}) // the end of the stream reports it
  const log = new FollowedLog(options, nowSeconds)
  try {
    const end = await streamLine(client, line, {
      sink: (chunk) => log.take(chunk),
      timeoutMs: (seconds + PATIENCE_SECONDS) * 1000,
      maxBytes,
      signal: signal ? AbortSignal.any([signal, log.over]) : log.over,
    })
    if (!ENDED_BY_TIME.includes(end.exitCode)) throw notFollowed(end, connection.path)
  } catch (error) {
    if (!log.over.aborted || signal?.aborted) throw error
  } finally {
    log.close()
    client.end()
  }
  const facts = log.facts()
  if (!facts)
    throw new HostError('unexpected-answer', 'The guest gave no sign of following its log.')
  return facts
}

function notFollowed({ exitCode, stderr }: StreamEnd, path: string): HostError {
  if (exitCode === LOG_NOT_READABLE) {
    return new HostError('command-failed', `The account in the guest cannot read ${path}.`)
  }
  return new HostError(
    'command-failed',
    `The guest stopped following ${path}.`,
    stderr.trim() || `exit code ${exitCode}`,
  )
}
