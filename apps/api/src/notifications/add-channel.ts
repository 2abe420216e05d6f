import type * as contract from '@steelyard/contract'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import { Prisma } from '../db.ts'
import type { Deps } from '../deps.ts'
import { uuidV7 } from '../uuid.ts'
import { checkAddress } from './channel-address.ts'
import { type ChannelRow, channelParts, refuseTakenName, targetOf } from './channel-row.ts'
import { seal } from './channel-seal.ts'
import { newSigningSecret } from './sign-message.ts'

type NewChannel = z.output<NonNullable<(typeof contract.addNotificationChannel)['body']>>

/**
 * @returns the secret with which a webhook's messages are signed; nobody can read it again
 * @throws AppError `notification-channel-exists`, and as `checkAddress` does
 */
export async function addChannel(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { address: given, quietHours, ...settings }: NewChannel,
): Promise<{ channel: ChannelRow; secret: string | null }> {
  const { address, shownAddress } = await checkAddress(config, settings.kind, given)
  const id = uuidV7()
  const secret = settings.kind === 'webhook' ? newSigningSecret() : null
  const data = {
    ...settings,
    id,
    quietHours: quietHours ?? Prisma.DbNull,
    shownAddress,
    sealedAddress: seal(config, id, 'address', address),
    sealedSecret: secret === null ? null : seal(config, id, 'secret', secret),
  }
  const channel = await db
    .$transaction(async (tx) => {
      const row = await tx.notificationChannel.create({ data, include: channelParts })
      const detail = { ...settings, quietHours, shownAddress }
      await audit(tx, actor, { action: 'notification-channel.add', target: targetOf(row), detail })
      return row
    })
    .catch(refuseTakenName)
  return { channel, secret }
}
