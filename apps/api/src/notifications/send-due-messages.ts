import type { Db } from '../db.ts'
import type { Deps } from '../deps.ts'
import type { NotificationModel } from '../generated/prisma/models.ts'
import type { Picture } from '../mail/send-mail.ts'
import { type ClaimedMessage, claimMessage } from './claim-message.ts'
import { type Delivery, deliver } from './deliver.ts'
import { messageOf } from './message.ts'
import { json, noteDelivery, troubleOf } from './settle-message.ts'

/** So that one receiver that does not answer holds up few others. */
const AT_ONCE = 8
/** A mail about a whole fleet must not grow without bound. */
const MOST_PICTURES = 5

/** What a picture can be made of. */
export type Notified = Pick<NotificationModel, 'event' | 'hostId' | 'detail' | 'createdAt'>

type Sending = Pick<Deps, 'db' | 'config' | 'log'> & {
  /** Null for a notification without one. */
  pictureOf: (notified: Notified) => Promise<Picture | null>
}

/** Sends every message that is due. Several processes may do so at the same time. */
export async function sendDueMessages(
  deps: Sending,
  now: () => Date = () => new Date(),
): Promise<void> {
  const sendAll = async () => {
    for (;;) {
      const message = await claimMessage(deps.db, now())
      if (message === null) return
      await send(deps, message, now)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll))
}

async function send(deps: Sending, claimed: ClaimedMessage, now: () => Date): Promise<void> {
  const { id, channel, notifications } = claimed
  const message = messageOf(notifications, deps.config.webOrigin)
  const pictures = channel.kind === 'email' ? await picturesOf(deps, notifications) : []
  const delivery = await deliver(deps, channel, id, message, pictures)
  if (!delivery.sent) {
    const { reason } = delivery
    deps.log.warn({ channel: channel.name, messageId: id, reason }, 'notification not sent')
  }
  await settle(deps.db, claimed, delivery, now())
}

/** A message never waits for its pictures: what cannot be drawn is left out. */
async function picturesOf(
  { log, pictureOf }: Sending,
  notifications: readonly Notified[],
): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const each of notifications) {
    if (pictures.length === MOST_PICTURES) break
    const picture = await pictureOf(each).catch((error: unknown) => {
      log.warn({ err: error }, 'no picture for a notification')
      return null
    })
    if (picture) pictures.push(picture)
  }
  return pictures
}

async function settle(
  db: Db,
  { id, channel, isLastAttempt }: ClaimedMessage,
  delivery: Delivery,
  now: Date,
): Promise<void> {
  const problem = json(troubleOf(delivery))
  const state = delivery.sent ? 'sent' : isLastAttempt ? 'failed' : 'waiting'
  await db.$transaction(async (tx) => {
    await tx.notification.updateMany({
      where: { messageId: id, state: 'waiting' },
      data: { state, sentAt: delivery.sent ? now : null, ...problem },
    })
    await noteDelivery(tx, channel.id, delivery, now)
  })
}
