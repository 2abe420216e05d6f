import { words } from '@steelyard/words'
import type { PoolAdvice, PoolInventory } from '@steelyard/xapi'
import type { Db } from '../../db.ts'
import { currentDecision } from '../stored-decision.ts'

/** The moves that were decided for a pool. XAPI shows them, and a person there may have them made. */
export async function optimisation(
  db: Db,
  { id, inventory }: { id: string; inventory: PoolInventory },
): Promise<PoolAdvice> {
  const decision = await currentDecision(db, id)
  if (!decision) return { id: 1, moves: [] }
  const nameOf = (guest: string) =>
    inventory.guests.find(({ uuid }) => uuid === guest)?.name ?? guest
  return {
    id: Math.max(1, decision.number),
    moves: decision.moves.map((move) => ({
      guestUuid: move.guestUuid,
      fromHostUuid: move.fromHostUuid,
      toHostUuid: move.toHostUuid,
      reason: words.pools.hostAdvice({
        code: 'hot',
        guests: decision.hosts
          .filter(({ hostUuid }) => hostUuid === move.fromHostUuid)
          .flatMap(({ missing }) => missing.map(nameOf)),
      }),
    })),
  }
}
