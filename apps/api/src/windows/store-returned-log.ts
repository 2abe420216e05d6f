import type { LiveWindow, Observation } from '@steelyard/traces'
import type { Db } from '../db.ts'
import { hostWindow } from './host-window.ts'
import { WINDOW_SECONDS } from './levels.ts'
import { storeWindows } from './store-windows.ts'
import { type HostWindow, loadHostWindows } from './window-rows.ts'

/**
 * Adds the requests of one domain to windows that are stored already, or to gaps, wherever its log
 * now covers no less of them than before.
 *
 * @param windows of that domain alone, at least one, oldest first
 * @returns as `storeWindows`
 */
export async function storeReturnedLog(
  db: Db,
  hostId: string,
  { domain, windows: said }: { domain: string; windows: readonly LiveWindow[] },
  heldBy: string | null = null,
): Promise<boolean> {
  const range = {
    fromEpochSeconds: said[0]!.startEpochSeconds,
    toEpochSeconds: said.at(-1)!.startEpochSeconds + WINDOW_SECONDS,
  }
  const stored = await loadHostWindows(db, hostId, WINDOW_SECONDS, range)
  const known = new Map(stored.map((window) => [window.startEpochSeconds, window]))
  const changed = said.map(hostWindow).flatMap((window) => {
    const before = known.get(window.startEpochSeconds)
    return before ? (withRequests(before, domain, window) ?? []) : window
  })
  return storeWindows(db, hostId, changed, heldBy)
}

/** Null where the log covers less than what is known. */
function withRequests(known: HostWindow, domain: string, said: HostWindow): HostWindow | null {
  const before = known.observations.find((each) => each.domain === domain)
  const now = said.observations.find((each) => each.domain === domain)
  const covered = (each?: Observation) => each?.requests?.coveredSeconds ?? 0
  if (!now || covered(now) < covered(before)) return null
  const others = known.observations.filter((each) => each !== before)
  return {
    startEpochSeconds: known.startEpochSeconds,
    observations: [...others, { ...now, ...before, requests: now.requests }].sort((a, b) =>
      a.domain < b.domain ? -1 : 1,
    ),
    arrivals: arrivalsWith(known.arrivals, domain, said.arrivals),
  }
}

function arrivalsWith(
  known: HostWindow['arrivals'],
  domain: string,
  said: HostWindow['arrivals'],
): HostWindow['arrivals'] {
  if (known === 'too-many' || said === 'too-many') return 'too-many'
  const others = known?.filter((each) => each.domain !== domain) ?? []
  const all = [...others, ...(said ?? [])]
  return all.length > 0 ? all : null
}
