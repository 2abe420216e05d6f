import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Logger } from '../logger.ts'

/** A server that does not answer must not hold up whoever pressed the button. */
const WITHIN_MS = 10_000

/** A picture that goes with a mail. */
export interface Picture {
  name: string
  png: Buffer
}

interface Mail {
  to: string
  subject: string
  text: string
  /** Shown in the mail itself by clients that can. */
  pictures?: readonly Picture[]
}

interface MailOutcome {
  sent: boolean
  /** Why the server did not take it, or not for everybody, as the end of a sentence. */
  reason: string | null
}

/** Sends a mail by the server of STEELYARD_SMTP_URL. The log explains in full what went wrong. */
export async function sendMail(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  log: Logger,
  { pictures = [], ...mail }: Mail,
): Promise<MailOutcome> {
  if (smtpUrl === undefined) return { sent: false, reason: 'no mail server is configured' }
  const timeouts = {
    connectionTimeout: WITHIN_MS,
    greetingTimeout: WITHIN_MS,
    socketTimeout: WITHIN_MS,
  }
  const transport = createTransport({ url: smtpUrl, ...timeouts })
  try {
    const attachments = pictures.map(({ name, png }) => ({
      filename: name,
      content: png,
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
    }))
    const { rejected } = await transport.sendMail({ from: mailFrom, ...mail, attachments })
    const reason = rejected.length > 0 ? `the mail server refuses ${rejected.join(', ')}` : null
    return { sent: true, reason }
  } catch (error) {
    log.error({ err: error, subject: mail.subject }, 'mail not sent')
    return { sent: false, reason: reasonOfMail(error) }
  } finally {
    transport.close()
  }
}

function reasonOfMail(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  if (code === 'EAUTH') return 'the mail server does not accept the user name and password'
  if (responseCode !== undefined) return `the mail server answers with status ${responseCode}`
  if (code === 'ETIMEDOUT') return 'the mail server did not answer in time'
  if (code === 'EDNS') return 'the name of the mail server is not known'
  return `the mail server cannot be reached (${code ?? 'unknown error'})`
}
