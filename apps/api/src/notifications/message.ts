import type { NotificationMessage } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { Prisma } from '../db.ts'

export const withHost = {
  host: { select: { name: true } },
} satisfies Prisma.NotificationInclude

type NotificationRow = Prisma.NotificationGetPayload<{ include: typeof withHost }>

/** What a channel is told at once: what a webhook gets, and what texts for people are made of. */
export type Message = NotificationMessage

/** @param webOrigin the dashboard's, for links into it */
export function messageOf(rows: readonly NotificationRow[], webOrigin: string): Message {
  const notifications = rows.map((row) => ({
    id: row.id,
    event: row.event as Message['data']['notifications'][number]['event'],
    hostId: row.hostId,
    hostName: row.host?.name ?? null,
    title: row.title,
    text: row.text,
    url: row.path === null ? null : new URL(row.path, webOrigin).href,
    detail: row.detail as Record<string, unknown>,
    createdAt: row.createdAt.toISOString(),
  }))
  return {
    type: 'steelyard.notifications',
    timestamp: notifications.at(-1)!.createdAt,
    data: { notifications },
  }
}

/** One line for all of it: the subject of a mail, the preview of a chat. */
export function headlineOf({ data: { notifications } }: Message): string {
  const [first] = notifications
  return words.notifications.headline(first!.title, notifications.length - 1)
}
