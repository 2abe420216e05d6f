import { printable } from '@steelyard/contract/format'
import { HostError } from '@steelyard/xen'
import * as oidc from 'openid-client'
import { reasonOf as outgoingReasonOf } from '../outgoing/reason-of.ts'

const WORDS: Record<string, string> = {
  OAUTH_TIMEOUT: 'it did not answer in time',
  OAUTH_RESPONSE_IS_NOT_JSON: 'its answer is not JSON',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'its token has expired, or a clock is wrong',
}

const LONGEST = 500

/** What went wrong with a provider, in plain words and fit to store, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  return printable(wordsOf(error)).slice(0, LONGEST)
}

function wordsOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError) {
    return [`it answers ${error.error}`, error.error_description].filter(Boolean).join(': ')
  }
  if (code && WORDS[code]) return WORDS[code]
  if (cause instanceof Response) return `it answers with status ${cause.status}`
  const attribute = cause as { attribute?: string; body?: { issuer?: string } } | undefined
  if (attribute?.attribute === 'issuer') return `it calls itself ${attribute.body?.issuer}`
  if (error instanceof oidc.ClientError && cause instanceof Error) return wordsOf(cause)
  return outgoingReasonOf(error)
}

/** Errors that are nobody's but the provider's or of its settings here: nobody can sign in with it. */
export function isProvidersFault(error: unknown): boolean {
  if (error instanceof oidc.AuthorizationResponseError) return false
  if (error instanceof oidc.ResponseBodyError)
    return error.status >= 500 || /^(invalid|unauthorized)_client$/.test(error.error)
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (cause instanceof Response) return true
  if (error instanceof HostError || code === 'OAUTH_TIMEOUT') return true
  // Of the system, and not of a function that refuses a value (`ERR_INVALID_ARG_VALUE`).
  if (/^E(?!RR_)[A-Z_]+$|^ERR_(TLS|SSL)_/.test(code ?? '')) return true
  return cause instanceof Error && isProvidersFault(cause)
}
