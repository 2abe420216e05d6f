import { followGuestLog, MAX_LINES_AGAIN } from '@steelyard/xen'
import type { Deps } from '../../deps.ts'
import { nowSeconds } from '../../epoch.ts'
import { toTrouble } from '../../errors.ts'
import { guestConnection } from '../../hosts/guest-logs/guest-connection.ts'
import { guestTrouble } from '../../hosts/guest-logs/guest-trouble.ts'
import { LONGEST_RECORDING_SECONDS } from '../../hosts/running-recordings.ts'
import { againAndAgain } from './again-and-again.ts'
import { FollowedLines } from './followed-lines.ts'
import type { ObservedHost } from './observed-host.ts'

interface LogToWatch {
  domain: string
  guestLogId: string
}

/** Of a log that was away, so many lines are read again for each second, as far as they go. */
const LINES_PER_SECOND = 100
const LEAST_LINES_AGAIN = 1_000
/** Far more than an hour of any log: it is followed again then. */
const MAX_BYTES = 4 * 1024 ** 3

/** Follows the log of one guest until the signal: a connection lasts an hour, or until it is lost. */
export async function watchLog(
  deps: Deps,
  { domain, guestLogId }: LogToWatch,
  host: ObservedHost,
  signal: AbortSignal,
): Promise<void> {
  await againAndAgain(
    signal,
    () => session(deps, { domain, guestLogId }, host, signal),
    async (err) => {
      deps.log.info({ err, domain }, 'the log of a watched guest cannot be followed')
      host.logFailed(domain, toTrouble(guestTrouble(err)))
    },
  )
}

async function session(
  deps: Deps,
  { domain, guestLogId }: LogToWatch,
  host: ObservedHost,
  signal: AbortSignal,
): Promise<void> {
  const log = await deps.db.guestLog.findUnique({
    where: { id: guestLogId },
    include: { access: true },
  })
  if (!log) return // it was removed, which the look-out will find too
  const lines = new FollowedLines(domain, log.logFormat, host)
  try {
    await followGuestLog(guestConnection(deps, log), {
      seconds: LONGEST_RECORDING_SECONDS,
      maxBytes: MAX_BYTES,
      linesAgain: linesOf(host.awaySeconds(domain)),
      signal,
      nowSeconds,
      onOpen: (opening) => lines.open(opening),
      sink: (chunk) => lines.read(chunk),
      onProgress: () => lines.alive(),
    })
    lines.end()
  } catch (error) {
    lines.lost()
    throw error
  }
}

function linesOf(awaySeconds: number): number {
  const lines = Math.ceil(LINES_PER_SECOND * awaySeconds)
  return Math.min(MAX_LINES_AGAIN, Math.max(LEAST_LINES_AGAIN, lines))
}
