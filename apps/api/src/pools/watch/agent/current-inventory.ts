import {
  type EventClass,
  eventsSince,
  type PoolInventory,
  readPool,
  takeToken,
  type XapiPool,
} from '@steelyard/xapi'
import type { Deps } from '../../../deps.ts'
import { MINUTE_MS } from '../../../milliseconds.ts'
import { noteMembers, storeInventory } from '../../agent/connected-pool.ts'
import { poolInventory } from '../../stored-pool.ts'

/** However quiet events are: they say nothing of free memory, and a misspelt class is quiet too. */
const READ_ANEW_EVERY_MS = 10 * MINUTE_MS
/** Not `pool`, because taking a token is an event of it. */
const CLASSES: EventClass[] = ['host', 'pbd', 'sr', 'vm', 'vm_group']

/** Agent: what a pool holds, read anew where events, their lack or the time ask for it. */
export async function currentInventory(
  deps: Deps,
  poolId: string,
  pool: XapiPool,
  signal: AbortSignal,
): Promise<{ inventory: PoolInventory; isNew: boolean }> {
  const { db } = deps
  const { state, inventory, inventoryAt, members, watch } = await db.pool.findUniqueOrThrow({
    where: { id: poolId },
    include: { members: { select: { address: true } }, watch: true },
    omit: { privateKeySealed: true, passwordSealed: true },
  })
  const age = Date.now() - (inventoryAt?.getTime() ?? 0)
  const known =
    state === 'connected' && age < READ_ANEW_EVERY_MS ? poolInventory.readIfAny(inventory) : null
  const noteToken = (eventToken: string) =>
    db.poolWatch.update({ where: { poolId }, data: { eventToken } })
  if (known && watch?.eventToken) {
    const since = { classes: CLASSES, signal }
    // Whatever keeps events back, the pool is read in place of guessing.
    const found = await eventsSince(pool, watch.eventToken, since).catch(() => null)
    if (found?.events.length === 0) {
      await noteToken(found.token)
      return { inventory: known, isNew: false }
    }
  }
  const token = await takeToken(pool, signal)
  const read = await readPool(pool, { signal })
  await storeInventory(deps, poolId, read)
  await noteToken(token)
  const isMember = (address: string) => members.some((each) => each.address === address)
  if (!read.hosts.every(({ address }) => isMember(address)))
    await noteMembers(deps, poolId, read, signal)
  return { inventory: read, isNew: true }
}
