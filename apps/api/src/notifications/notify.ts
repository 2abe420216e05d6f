import { coversTags, type NotificationEvent, type QuietHours } from '@steelyard/contract'
import type { Prisma, Tx } from '../db.ts'
import { MINUTE_MS } from '../milliseconds.ts'
import { afterQuietHours } from './quiet-hours.ts'

/** What any channel takes; more would only be cut there. */
const LONGEST_TITLE = 150
const LONGEST_TEXT = 2000

export interface Notice {
  event: NotificationEvent
  /** Null: it concerns every host. */
  hostId: string | null
  /** One line that says it all. */
  title: string
  text: string
  /** The page of the dashboard that shows it, such as `/hosts/1`. */
  path: string | null
  /** Figures for programs, in words of the API; a webhook gets them, nobody else. */
  detail: Prisma.InputJsonObject
}

/**
 * Has every channel that wants to know this told, in the transaction of what happened. The API
 * sends it once the transaction is committed and the channel's quiet hours and grouping let it.
 */
export async function notify(tx: Tx, notice: Notice, now = new Date()): Promise<void> {
  const channels = await tx.notificationChannel.findMany({
    where: { enabled: true, events: { has: notice.event } },
    select: { id: true, tag: true, quietHours: true, groupMinutes: true },
  })
  const host = notice.hostId
    ? await tx.host.findUnique({ where: { id: notice.hostId }, select: { tags: true } })
    : null
  const told = channels.filter(({ tag }) => host === null || coversTags(tag, host.tags))
  await tx.notification.createMany({
    data: told.map((channel) => ({
      ...notice,
      title: cut(notice.title, LONGEST_TITLE),
      text: cut(notice.text, LONGEST_TEXT),
      channelId: channel.id,
      createdAt: now,
      dueAt: dueAt(channel, now),
    })),
  })
}

/** Whatever else happens until then goes into the same message. */
function dueAt(
  { quietHours, groupMinutes }: { quietHours: Prisma.JsonValue; groupMinutes: number },
  now: Date,
): Date {
  const grouped = new Date(now.getTime() + groupMinutes * MINUTE_MS)
  return afterQuietHours(grouped, quietHours as QuietHours | null)
}

function cut(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}
