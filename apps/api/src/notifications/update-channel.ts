import type * as contract from '@steelyard/contract'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import { Prisma } from '../db.ts'
import type { Deps } from '../deps.ts'
import { checkAddress } from './channel-address.ts'
import {
  type ChannelRow,
  channelParts,
  loadChannel,
  refuseTakenName,
  targetOf,
} from './channel-row.ts'
import { seal } from './channel-seal.ts'

type ChannelChange = z.output<NonNullable<(typeof contract.updateNotificationChannel)['body']>>

/**
 * What waits becomes due: a corrected address is tried at once, and new quiet hours still hold it
 * back when it is about to be sent.
 * @throws AppError `notification-channel-not-found`, `notification-channel-exists`, and as
 *   `checkAddress` does
 */
export async function updateChannel(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  id: string,
  { address: given, quietHours, ...settings }: ChannelChange,
): Promise<ChannelRow> {
  const { kind } = await loadChannel(db, id)
  const checked = given === undefined ? null : await checkAddress(config, kind, given)
  const shown = checked && { shownAddress: checked.shownAddress }
  const data = {
    ...settings,
    ...(quietHours === undefined ? {} : { quietHours: quietHours ?? Prisma.DbNull }),
    ...(checked && { ...shown, sealedAddress: seal(config, id, 'address', checked.address) }),
  } as Prisma.NotificationChannelUpdateInput
  return db
    .$transaction(async (tx) => {
      const before = await loadChannel(tx, id)
      const after = await tx.notificationChannel.update({
        where: { id },
        data,
        include: channelParts,
      })
      await tx.notification.updateMany({
        where: { channelId: id, state: 'waiting' },
        data: { dueAt: new Date() },
      })
      const detail = { ...settings, ...(quietHours === undefined ? {} : { quietHours }), ...shown }
      const target = targetOf(before)
      await audit(tx, actor, { action: 'notification-channel.update', target, detail })
      return after
    })
    .catch(refuseTakenName)
}
