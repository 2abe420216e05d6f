import type { Db } from '../db.ts'
import { DAY_MS } from '../milliseconds.ts'

const KEPT_DAYS = 90

/** Deletes what was sent, or given up, long ago. What still waits stays. */
export async function retireNotifications(db: Db, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  await db.notification.deleteMany({
    where: { state: { not: 'waiting' }, createdAt: { lt: before } },
  })
}
