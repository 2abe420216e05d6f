import { findMoves } from '@steelyard/placement'
import type { GuestTarget } from '@steelyard/xapi'
import { placementOf, wantedGuest } from '../placing/placement-of-pool.ts'
import type { AdvisedPool } from './advised-pool.ts'

/** XAPI waits 30 s, and so does everything else that it asks. */
const SECONDS = 8

/**
 * Where the guests of a host go, together. Guests of which nothing is known, or for which there is no
 * room, are left out: XAPI places those by itself.
 */
export async function emptyHost(pool: AdvisedPool, hostUuid: string): Promise<GuestTarget[]> {
  const used = pool.use.get(hostUuid)?.guests
  const wanted = pool.inventory.guests
    .filter((guest) => guest.hostUuid === hostUuid && guest.canMove)
    .flatMap((guest) => {
      const use = used?.get(guest.uuid)
      return use === undefined ? [] : [wantedGuest(pool.inventory, guest, use)]
    })
  if (wanted.length === 0) return []
  const { waves } = await findMoves(placementOf(pool, wanted, [hostUuid]), {
    timeLimitSeconds: SECONDS,
  })
  return waves.flat().map(({ guestId, toHostId }) => ({ guestUuid: guestId, toHostUuid: toHostId }))
}
