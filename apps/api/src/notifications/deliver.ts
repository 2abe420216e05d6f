import { words } from '@steelyard/words'
import type { Config } from '../config.ts'
import type { NotificationChannelModel } from '../generated/prisma/models.ts'
import type { Logger } from '../logger.ts'
import { type Picture, sendMail } from '../mail/send-mail.ts'
import { guardedFetch } from '../outgoing/guarded-fetch.ts'
import { reasonOf } from '../outgoing/reason-of.ts'
import { open } from './channel-seal.ts'
import { headlineOf, type Message } from './message.ts'
import { signatureHeaders } from './sign-message.ts'

/** Slack takes no more than 50 blocks, and others that speak its format no more than Slack. */
const MOST_SHOWN = 40

const WITHIN_MS = 10_000

type DeliverConfig = Pick<
  Config,
  'sessionSecret' | 'webhookRules' | 'webOrigin' | 'smtpUrl' | 'mailFrom'
>

export interface Delivery {
  sent: boolean
  /** Why it was not sent, or not to everybody, as the end of a sentence; it never holds a secret. */
  reason: string | null
}

/** Hands one message to the other end of a channel, once. */
export async function deliver(
  { config, log }: { config: DeliverConfig; log: Logger },
  channel: NotificationChannelModel,
  messageId: string,
  message: Message,
  pictures: readonly Picture[] = [],
): Promise<Delivery> {
  try {
    const address = open(config, channel.id, 'address', channel.sealedAddress)
    if (channel.kind === 'email') {
      return await sendMail(config, log, { to: address, ...mailBody(message, pictures) })
    }
    const body = JSON.stringify(channel.kind === 'slack' ? slackBody(message) : message)
    const signature = channel.sealedSecret
      ? signatureHeaders(
          open(config, channel.id, 'secret', channel.sealedSecret),
          messageId,
          new Date(),
          body,
        )
      : {}
    return outcomeOf(await post(config, address, body, signature))
  } catch (error) {
    return { sent: false, reason: reasonOf(error) }
  }
}

function post(
  { webhookRules }: DeliverConfig,
  address: string,
  body: string,
  signature: Record<string, string>,
): Promise<Response> {
  return guardedFetch(webhookRules)(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Steelyard',
      ...signature,
    },
    body,
    signal: AbortSignal.timeout(WITHIN_MS),
  })
}

function outcomeOf({ ok, status }: Response): Delivery {
  if (ok) return { sent: true, reason: null }
  const redirects = status >= 300 && status < 400
  const more = redirects ? ', and redirects are not followed' : ''
  return { sent: false, reason: `it answers with status ${status}${more}` }
}

/** A message as a mail in plain text; clients show its pictures below. */
function mailBody(message: Message, pictures: readonly Picture[]) {
  const parts = message.data.notifications.map(({ title, text, url, createdAt }) =>
    [title, text, `${createdAt}${url === null ? '' : `  ${url}`}`].filter(Boolean).join('\n'),
  )
  return {
    subject: words.notifications.mailSubject(headlineOf(message)),
    text: `${parts.join('\n\n')}\n`,
    pictures,
  }
}

/** A message in the format of Slack’s incoming webhooks, which Mattermost and others take too. */
function slackBody(message: Message) {
  const { notifications } = message.data
  const shown = notifications.slice(0, MOST_SHOWN)
  const rest = notifications.length - shown.length
  const more = rest === 0 ? [] : [section(words.notifications.notShown(rest))]
  return {
    text: escaped(headlineOf(message)),
    blocks: [...shown.map(({ title, text, url }) => section(linesOf(title, text, url))), ...more],
  }
}

function linesOf(title: string, text: string, url: string | null): string {
  const heading = url === null ? `*${escaped(title)}*` : `*<${url}|${escaped(title)}>*`
  return text === '' ? heading : `${heading}\n${escaped(text)}`
}

function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text: text.slice(0, 3000) } }
}

/** In its text these three characters make links and mentions of whole channels. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
