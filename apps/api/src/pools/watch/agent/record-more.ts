import {
  type HostRunStates,
  type PoolInventory,
  recordRunStates,
  XapiError,
  type XapiPool,
} from '@steelyard/xapi'
import type { Deps } from '../../../deps.ts'
import { HOUR_MS } from '../../../milliseconds.ts'

/** Each takes up to ten calls of the budget of a minute. */
const MOST_GUESTS = 4
const ASK_AGAIN_MS = HOUR_MS

/**
 * Agent: has XAPI record the run states of some guests of which it records none, if the account may.
 * Which ones is left to chance, so that those whose Xen offers none do not keep others from it.
 */
export async function recordMore(
  { db }: Deps,
  poolId: string,
  pool: XapiPool,
  { inventory, states }: { inventory: PoolInventory; states: readonly HostRunStates[] },
  signal: AbortSignal,
): Promise<void> {
  const { recordingDeniedAt } = await db.poolWatch.findUniqueOrThrow({ where: { poolId } })
  if (recordingDeniedAt && Date.now() - recordingDeniedAt.getTime() < ASK_AGAIN_MS) return
  const unrecorded = new Set(
    states.flatMap(({ gaps }) =>
      gaps.flatMap((gap) => (gap.code === 'not-recorded' ? gap.guestUuid : [])),
    ),
  )
  const guests = inventory.guests
    .filter(({ uuid, powerState }) => powerState === 'running' && unrecorded.has(uuid))
    .map((guest) => ({ guest, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
  for (const { guest } of guests.slice(0, MOST_GUESTS)) {
    try {
      await recordRunStates(pool, guest, { signal })
    } catch (error) {
      if (!(error instanceof XapiError)) throw error
      if (error.code !== 'permission-denied') continue // it may have been shut down meanwhile
      const data = { recordingDeniedAt: new Date() }
      await db.poolWatch.update({ where: { poolId }, data })
      return
    }
  }
  if (guests.length > 0 && recordingDeniedAt)
    await db.poolWatch.update({ where: { poolId }, data: { recordingDeniedAt: null } })
}
