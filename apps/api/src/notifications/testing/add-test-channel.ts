import type { NotificationEvent } from '@steelyard/contract'
import type { Db } from '../../db.ts'

/** Somebody who wants to know of these events, to whom nothing can be sent. */
export async function addTestChannel(db: Db, events: NotificationEvent[]): Promise<{ id: string }> {
  const sealedAddress = Buffer.from('x')
  const data = { name: 'of a test', kind: 'webhook', sealedAddress, shownAddress: 'x', events }
  return db.notificationChannel.create({ data, select: { id: true } })
}
