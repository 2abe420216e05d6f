import type { NotificationChannel, QuietHours, Trouble } from '@steelyard/contract'
import { type Db, isUniqueViolation, type Prisma, type Tx } from '../db.ts'
import { conflict, notFound } from '../errors.ts'

export const channelParts = {
  _count: { select: { notifications: { where: { state: 'waiting' } } } },
} satisfies Prisma.NotificationChannelInclude

export type ChannelRow = Prisma.NotificationChannelGetPayload<{ include: typeof channelParts }>

/** @throws AppError `notification-channel-not-found` */
export async function loadChannel(db: Db | Tx, id: string): Promise<ChannelRow> {
  const row = await db.notificationChannel.findUnique({ where: { id }, include: channelParts })
  if (!row) throw notFound('notification-channel')
  return row
}

export function targetOf({ id, name }: { id: string; name: string }) {
  return { kind: 'notification-channel', id, name }
}

/** Two channels of one name could not be told apart. */
export function refuseTakenName(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw conflict('notification-channel-exists', 'There is already a channel with this name.')
}

export function serialiseChannel(row: ChannelRow): NotificationChannel {
  const { sealedAddress: _, sealedSecret, failures: __, problem, _count, ...settings } = row
  return {
    ...settings,
    kind: row.kind as NotificationChannel['kind'],
    events: row.events as NotificationChannel['events'],
    quietHours: row.quietHours as QuietHours | null,
    signs: sealedSecret !== null,
    createdAt: row.createdAt.toISOString(),
    waiting: _count.notifications,
    lastSentAt: row.lastSentAt?.toISOString() ?? null,
    trouble: problem as Trouble | null,
  }
}
