import type { Config } from '../config.ts'
import type { NotificationChannelModel } from '../generated/prisma/models.ts'
import type { Logger } from '../logger.ts'
import { sendMail } from '../mail/send-mail.ts'
import { guardedFetch } from '../outgoing/guarded-fetch.ts'
import { reasonOf } from '../outgoing/reason-of.ts'
import { open } from './channel-seal.ts'
import { mailBody, type Picture } from './mail-body.ts'
import type { Message } from './message.ts'
import { signatureHeaders } from './sign-message.ts'
import { slackBody } from './slack-body.ts'

const WITHIN_MS = 10_000

export type DeliverConfig = Pick<
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
