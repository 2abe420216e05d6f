import { words } from '@steelyard/words'
import type { HostRating } from '@steelyard/xapi'
import { wantedGuest } from '../placing/placement-of-pool.ts'
import { rankHosts } from '../placing/rank-hosts.ts'
import { meanOf } from '../watch/load-of.ts'
import type { AdvisedPool } from './advised-pool.ts'

const MOST_STARS = 5

/**
 * A row for each host that XAPI believes live. A guest counts with what it was measured to use in the
 * last hour, on whatever host.
 * @returns null for a guest that nobody measured then
 */
export function ratingsFor(pool: AdvisedPool, guestUuid: string): HostRating[] | null {
  const guest = pool.inventory.guests.find(({ uuid }) => uuid === guestUuid)
  const used = guest && usedBy(pool, guestUuid)
  if (!guest || used == null) return null
  return rankHosts(pool, wantedGuest(pool.inventory, guest, used)).map(
    ({ host, score, refusal }) => ({
      hostUuid: host.uuid,
      stars: MOST_STARS * score,
      reason: refusal && words.pools.placeRefusal(refusal, host.name),
    }),
  )
}

function usedBy({ use, load }: AdvisedPool, guestUuid: string): number | null {
  const now = [...use.values()].flatMap(({ guests }) => guests.get(guestUuid) ?? [])
  if (now.length > 0) return Math.max(...now)
  const seen = [...load.values()].flatMap(({ windows }) =>
    windows.flatMap(({ load: { guests } }) =>
      guests.flatMap(({ uuid, usedSeconds: seconds, usedPCpus: value }) =>
        uuid === guestUuid && value !== null ? [{ seconds, value }] : [],
      ),
    ),
  )
  return meanOf(seen)
}
