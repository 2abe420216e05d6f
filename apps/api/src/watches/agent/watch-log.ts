import { followGuestLog, type GuestLogFacts } from '@steelyard/xen'
import type { Deps } from '../../deps.ts'
import { toTrouble } from '../../errors.ts'
import { guestConnection } from '../../hosts/guest-logs/guest-connection.ts'
import { guestTrouble } from '../../hosts/guest-logs/guest-trouble.ts'
import { LONGEST_RECORDING_SECONDS } from '../../hosts/running-recordings.ts'
import { againAndAgain } from './again-and-again.ts'
import { FollowedLines } from './followed-lines.ts'
import { nowSeconds, type ObservedHost } from './observed-host.ts'

interface LogToWatch {
  domain: string
  guestLogId: string
}

/** What a log may hold that was written while nobody followed it. */
const LINES_AGAIN = 20_000
/** Where it is followed again at once. */
const FEW_LINES_AGAIN = 1_000
/** Far more than an hour of any log: it is followed again then. */
const MAX_BYTES = 4 * 1024 ** 3

/** Follows the log of one guest until the signal: a connection lasts an hour, or until it is lost. */
export async function watchLog(
  deps: Deps,
  { domain, guestLogId }: LogToWatch,
  host: ObservedHost,
  signal: AbortSignal,
): Promise<void> {
  let linesAgain = LINES_AGAIN
  await againAndAgain(
    signal,
    async () => {
      await session(deps, { domain, guestLogId, linesAgain }, host, signal)
      linesAgain = FEW_LINES_AGAIN
    },
    async (err) => {
      linesAgain = LINES_AGAIN
      deps.log.info({ err, domain }, 'the log of a watched guest cannot be followed')
      host.logFailed(domain, toTrouble(guestTrouble(err)))
    },
  )
}

async function session(
  deps: Deps,
  { domain, guestLogId, linesAgain }: LogToWatch & { linesAgain: number },
  host: ObservedHost,
  signal: AbortSignal,
): Promise<GuestLogFacts | null> {
  const log = await deps.db.guestLog.findUnique({
    where: { id: guestLogId },
    include: { access: true },
  })
  if (!log) return null // it was removed, which the look-out will find too
  const lines = new FollowedLines(domain, log.logFormat, host)
  try {
    const facts = await followGuestLog(guestConnection(deps, log), {
      seconds: LONGEST_RECORDING_SECONDS,
      maxBytes: MAX_BYTES,
      linesAgain,
      signal,
      nowSeconds,
      onOpen: (opening) => lines.open(opening),
      sink: (chunk) => lines.read(chunk),
      onProgress: () => lines.alive(),
    })
    lines.end()
    return facts
  } catch (error) {
    lines.lost()
    throw error
  }
}
