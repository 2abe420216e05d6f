import type { Tx } from '../db.ts'
import type { HostModel } from '../generated/prisma/models.ts'
import { refuseWhileMoving } from '../pools/refuse-moving-guests.ts'
import { holdPoolOf } from './grouping/refresh-pool.ts'
import { lockHostRow, refuseWhileApplying } from './host-row.ts'
import { refuseWhileRecording } from './running-recordings.ts'

/**
 * Locks a host whose connection is to change or go, and the pool of hosts in which it is: nothing that
 * needs the connection may be under way.
 * @throws AppError `host-not-found`, `host-busy`, `host-recording`, `guest-moving`
 */
export async function lockIdleHost(tx: Tx, id: string): Promise<HostModel> {
  await holdPoolOf(tx, id)
  const host = await lockHostRow(tx, id)
  await refuseWhileApplying(tx, id)
  await refuseWhileRecording(tx, id)
  await refuseWhileMoving(tx, id)
  return host
}
