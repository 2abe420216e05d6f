import { words } from '@steelyard/words'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { uuidV7 } from '../uuid.ts'
import { loadChannel, targetOf } from './channel-row.ts'
import { type Delivery, deliver } from './deliver.ts'
import { messageOf } from './message.ts'
import { json, noteDelivery, troubleOf } from './settle-message.ts'

/**
 * Sends a message at once, whatever the quiet hours, and only once.
 * @throws AppError `notification-channel-not-found`
 */
export async function testChannel(
  deps: Pick<Deps, 'db' | 'config' | 'log'>,
  actor: Actor,
  channelId: string,
): Promise<Delivery> {
  const channel = await loadChannel(deps.db, channelId)
  const messageId = uuidV7()
  const row = {
    id: uuidV7(),
    channelId,
    messageId,
    hostId: null,
    event: 'test',
    title: words.notifications.testTitle,
    text: words.notifications.test(actor.principal.name, channel.name),
    path: '/settings',
    detail: {},
    attempts: 1,
    createdAt: new Date(),
  }
  const whole = { ...row, state: 'waiting', problem: null, dueAt: row.createdAt, sentAt: null }
  const message = messageOf([{ ...whole, host: null }], deps.config.webOrigin)
  const delivery = await deliver(deps, channel, messageId, message)
  const { sent } = delivery
  const now = new Date()
  await deps.db.$transaction(async (tx) => {
    const settled = { state: sent ? 'sent' : 'failed', sentAt: sent ? now : null, dueAt: now }
    await tx.notification.create({ data: { ...row, ...settled, ...json(troubleOf(delivery)) } })
    await noteDelivery(tx, channelId, delivery, now)
    await audit(tx, actor, {
      action: 'notification-channel.test',
      target: targetOf(channel),
      outcome: sent ? 'succeeded' : 'failed',
      detail: { reason: delivery.reason },
    })
  })
  return delivery
}
