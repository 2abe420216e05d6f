import { allowedAddresses, HostError } from '@steelyard/xen'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { invalid, unprocessable } from '../errors.ts'

const MOST_RECIPIENTS = 20

/**
 * Checks an address before it is stored, and says what may be shown of it.
 * @throws AppError `invalid`, `mail-not-configured`, `address-refused`
 */
export async function checkAddress(
  { webhookRules, smtpUrl }: Pick<Config, 'webhookRules' | 'smtpUrl'>,
  kind: string,
  address: string,
): Promise<{ address: string; shownAddress: string }> {
  if (kind === 'email') return checkRecipients(smtpUrl, address)
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalid('body.address', 'a URL such as https://hooks.example.org/abc')
  }
  try {
    await allowedAddresses(url.hostname.replace(/^\[|\]$/g, ''), webhookRules)
  } catch (error) {
    // A name that is not known yet may become known; the test and each message tell.
    if (error instanceof HostError) throw unprocessable('address-refused', error.message)
  }
  return { address: url.href, shownAddress: `${url.origin}/…` }
}

function checkRecipients(smtpUrl: string | undefined, text: string) {
  if (smtpUrl === undefined) {
    throw unprocessable(
      'mail-not-configured',
      'No mail server is configured: an operator of this installation sets STEELYARD_SMTP_URL.',
    )
  }
  const recipients = text.split(',').map((each) => each.trim())
  const areGood = recipients.every((each) => z.email().safeParse(each).success)
  if (!areGood || recipients.length > MOST_RECIPIENTS) {
    const reason = `e-mail addresses separated by commas, ${MOST_RECIPIENTS} at most`
    throw invalid('body.address', reason)
  }
  const address = recipients.join(', ')
  return { address, shownAddress: address }
}
