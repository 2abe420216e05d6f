import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Logger } from '../logger.ts'

/** A server that does not answer must not hold up whoever pressed the button. */
const WITHIN_MS = 10_000

export interface Mail {
  to: string
  subject: string
  text: string
}

/**
 * Sends a mail by the server of STEELYARD_SMTP_URL.
 * @returns false if no server is set or if it did not take the mail, which the log then explains
 */
export async function sendMail(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  log: Logger,
  mail: Mail,
): Promise<boolean> {
  if (smtpUrl === undefined) return false
  const timeouts = {
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
  }
  const transport = createTransport({ url: smtpUrl, ...timeouts })
  try {
    await transport.sendMail({ from: mailFrom, ...mail })
    return true
  } catch (error) {
    log.error({ err: error, subject: mail.subject }, 'mail not sent')
    return false
  } finally {
    transport.close()
  }
}
