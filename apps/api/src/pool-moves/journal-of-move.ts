import type { LoopDecision } from '@steelyard/contract'
import type { Saying } from '@steelyard/words'
import type { Db, Tx } from '../db.ts'
import { writeJournal } from '../loop/journal/write-journal.ts'
import { linkedHosts } from '../pools/linked-hosts.ts'
import { poolInventory } from '../pools/stored-pool.ts'
import type { MoveRow } from './move-row.ts'

/** The watched hosts that a guest left and came to. */
export async function watchedHostsOf(
  db: Db | Tx,
  { poolId, fromHostUuid, toHostUuid }: MoveRow,
): Promise<string[]> {
  const pool = await db.pool.findUnique({ where: { id: poolId }, select: { inventory: true } })
  const inventory = poolInventory.readIfAny(pool?.inventory)
  if (!inventory) return []
  const linked = await linkedHosts(db, inventory)
  return linked
    .filter(({ hostUuid }) => [fromHostUuid, toHostUuid].includes(hostUuid))
    .map(({ hostId }) => hostId)
}

/** What came of a move stands in the journals of both hosts, among what weights have done there. */
export async function noteMove(
  tx: Tx,
  hostIds: readonly string[],
  decision: LoopDecision,
  saying: Saying,
): Promise<void> {
  for (const hostId of hostIds) await writeJournal(tx, { hostId, decision, saying })
}
