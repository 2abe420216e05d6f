import type { Deps } from '../../deps.ts'
import { chooseGuests } from '../../recordings/choose-guests.ts'
import { pause } from './again-and-again.ts'
import type { ObservedHost } from './observed-host.ts'
import { watchLog } from './watch-log.ts'

/** How often the watch looks for logs that were set up, changed or removed. */
const LOOK_EVERY_MS = 15_000

interface Following {
  domain: string
  stop: AbortController
  ended: Promise<void>
}

/** Follows the access logs of a host's guests that are set up for it, until the signal. */
export async function watchGuestLogs(
  deps: Deps,
  hostId: string,
  host: ObservedHost,
  signal: AbortSignal,
): Promise<void> {
  /** By the id of the log, which is a new one when the log is set up again. */
  const following = new Map<string, Following>()
  while (!signal.aborted) {
    try {
      await follow(deps, hostId, host, following)
    } catch (err) {
      deps.log.warn({ err, hostId }, 'the logs of a watched host could not be looked up')
    }
    await pause(LOOK_EVERY_MS, signal)
  }
  await Promise.all([...following.values()].map(end))
}

async function follow(
  deps: Deps,
  hostId: string,
  host: ObservedHost,
  following: Map<string, Following>,
): Promise<void> {
  const { guests } = await chooseGuests(deps.db, hostId)
  for (const [id, each] of following) {
    if (guests.some(({ log }) => log.id === id)) continue
    following.delete(id)
    await end(each)
    host.logRemoved(each.domain)
  }
  for (const { domain, log } of guests) {
    if (following.has(log.id)) continue
    const stop = new AbortController()
    const ended = watchLog(deps, { domain, guestLogId: log.id }, host, stop.signal)
    following.set(log.id, { domain, stop, ended })
  }
}

async function end({ stop, ended }: Following): Promise<void> {
  stop.abort()
  await ended
}
