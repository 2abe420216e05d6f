import type { Trouble } from '@steelyard/contract'
import { Prisma, type Tx } from '../db.ts'
import type { Delivery } from './deliver.ts'

/** A reason as the channel and its notifications show it. */
export function troubleOf({ sent, reason }: Delivery): Trouble | null {
  if (reason === null) return null
  const said = sent ? 'Sent, but not to everybody' : 'Not sent'
  return { code: sent ? 'partly-sent' : 'not-sent', message: `${said}: ${reason}.` }
}

/** Notes on a channel how the last attempt to send something went. */
export async function noteDelivery(
  tx: Tx,
  channelId: string,
  delivery: Delivery,
  now: Date,
): Promise<void> {
  const problem = json(troubleOf(delivery))
  await tx.notificationChannel.updateMany({
    where: { id: channelId },
    data: delivery.sent
      ? { lastSentAt: now, ...problem }
      : { failures: { increment: 1 }, ...problem },
  })
}

export function json(trouble: Trouble | null) {
  return { problem: trouble ?? Prisma.DbNull }
}
