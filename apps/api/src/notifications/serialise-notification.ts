import type { Notification, Trouble } from '@steelyard/contract'
import type { NotificationModel } from '../generated/prisma/models.ts'

export function serialiseNotification(row: NotificationModel): Notification {
  return {
    id: row.id,
    event: row.event as Notification['event'],
    hostId: row.hostId,
    title: row.title,
    text: row.text,
    state: row.state as Notification['state'],
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    trouble: row.problem as Trouble | null,
  }
}
