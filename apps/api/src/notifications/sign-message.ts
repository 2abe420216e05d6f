import { createHmac, randomBytes } from 'node:crypto'
import { epochSecondsOf } from '../epoch.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A secret as Standard Webhooks writes it. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * The headers by which a receiver checks who sent a message, and when (Standard Webhooks 1.0.0).
 * @param id stays the same over all attempts, so that repeats can be dropped
 * @param at when this attempt is made
 */
export function signatureHeaders(
  secret: string,
  id: string,
  at: Date,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(epochSecondsOf(at)))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
