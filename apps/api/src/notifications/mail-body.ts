import { words } from '@steelyard/words'
import { headlineOf, type Message } from './message.ts'

/** A message as a mail in plain text. */
export function mailBody(message: Message): { subject: string; text: string } {
  const parts = message.data.notifications.map(({ title, text, url, createdAt }) =>
    [title, text, `${createdAt}${url === null ? '' : `  ${url}`}`].filter(Boolean).join('\n'),
  )
  return {
    subject: words.notifications.mailSubject(headlineOf(message)),
    text: `${parts.join('\n\n')}\n`,
  }
}
