import { words } from '@steelyard/words'
import type { NotificationModel } from '../generated/prisma/models.ts'
import { headlineOf, type Message } from './message.ts'

/** What a picture can be made of. */
export type Notified = Pick<NotificationModel, 'event' | 'hostId' | 'detail' | 'createdAt'>

/** A picture that goes with a mail. */
export interface Picture {
  name: string
  png: Buffer
}

/** A message as a mail in plain text; clients show its pictures below. */
export function mailBody(message: Message, pictures: readonly Picture[]) {
  const parts = message.data.notifications.map(({ title, text, url, createdAt }) =>
    [title, text, `${createdAt}${url === null ? '' : `  ${url}`}`].filter(Boolean).join('\n'),
  )
  return {
    subject: words.notifications.mailSubject(headlineOf(message)),
    text: `${parts.join('\n\n')}\n`,
    pictures,
  }
}
