import type { QuietHours } from '@steelyard/contract'
import type { Db, Prisma, Tx } from '../db.ts'
import type { NotificationChannelModel } from '../generated/prisma/models.ts'
import { MINUTE_MS } from '../milliseconds.ts'
import { uuidV7 } from '../uuid.ts'
import { withHost } from './message.ts'
import { afterQuietHours } from './quiet-hours.ts'

/** The wait after each failed attempt. The message is given up after the attempt that follows the last. */
export const WAITS_MINUTES = [1, 5, 30, 120, 300, 600, 1440] as const
const MOST_ATTEMPTS = WAITS_MINUTES.length + 1
/** More would be larger than receivers take; the rest goes into a message of its own. */
const MOST_IN_A_MESSAGE = 100

export interface ClaimedMessage {
  id: string
  channel: NotificationChannelModel
  notifications: Prisma.NotificationGetPayload<{ include: typeof withHost }>[]
  isLastAttempt: boolean
}

/**
 * Takes one message that is due, and notes the attempt and when the next one is due before anything
 * is sent: should this process be killed, the message is sent again then, under the same id.
 *
 * The channel is locked meanwhile, and others look past it, so that what is due for a channel goes
 * into one message however many processes send.
 *
 * @returns null when nothing is due
 */
export async function claimMessage(db: Db, now: Date): Promise<ClaimedMessage | null> {
  for (;;) {
    const claimed = await db.$transaction(async (tx) => {
      const channel = await lockDueChannel(tx, now)
      return channel === null ? 'nothing-due' : claimOf(tx, channel, now)
    })
    if (claimed === 'nothing-due') return null
    if (claimed !== 'look-again') return claimed
  }
}

async function lockDueChannel(tx: Tx, now: Date): Promise<NotificationChannelModel | null> {
  const [found] = await tx.$queryRaw<{ id: string }[]>`
    SELECT c."id" FROM "NotificationChannel" c
     WHERE c."enabled" AND EXISTS (
       SELECT FROM "Notification" n
        WHERE n."channelId" = c."id" AND n."state" = 'waiting' AND n."dueAt" <= ${now})
     LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`
  return found ? tx.notificationChannel.findUniqueOrThrow({ where: { id: found.id } }) : null
}

async function claimOf(
  tx: Tx,
  channel: NotificationChannelModel,
  now: Date,
): Promise<ClaimedMessage | 'look-again'> {
  const waiting = { channelId: channel.id, state: 'waiting' }
  const due = { ...waiting, dueAt: { lte: now } }
  const loud = afterQuietHours(now, channel.quietHours as QuietHours | null)
  if (loud > now) {
    await tx.notification.updateMany({ where: due, data: { dueAt: loud } })
    return 'look-again'
  }
  const first = await tx.notification.findFirst({ where: due, orderBy: { dueAt: 'asc' } })
  // Another process claimed it between our look and our lock.
  if (first === null) return 'look-again'
  const notifications = await tx.notification.findMany({
    where: { ...waiting, messageId: first.messageId },
    include: withHost,
    orderBy: { id: 'asc' },
    take: MOST_IN_A_MESSAGE,
  })
  return noteAttempt(tx, channel, notifications, now)
}

async function noteAttempt(
  tx: Tx,
  channel: NotificationChannelModel,
  notifications: ClaimedMessage['notifications'],
  now: Date,
): Promise<ClaimedMessage | 'look-again'> {
  const { attempts, messageId } = notifications[0]!
  const where = { id: { in: notifications.map(({ id }) => id) } }
  if (attempts >= MOST_ATTEMPTS) {
    // The process that made the last attempt was killed before it could say how that went.
    await tx.notification.updateMany({ where, data: { state: 'failed' } })
    return 'look-again'
  }
  const id = messageId ?? uuidV7()
  const waitMinutes = WAITS_MINUTES[attempts] ?? WAITS_MINUTES.at(-1)!
  const dueAt = new Date(now.getTime() + waitMinutes * MINUTE_MS)
  await tx.notification.updateMany({
    where,
    data: { messageId: id, attempts: attempts + 1, dueAt },
  })
  return { id, channel, notifications, isLastAttempt: attempts + 1 === MOST_ATTEMPTS }
}
