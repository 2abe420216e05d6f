import { PROVIDER_SIGN_IN_PATH, urlOf } from '@steelyard/contract'
import type { Config } from '../config.ts'
import { API_BASE } from '../http/register-route.ts'

type Origin = Pick<Config, 'webOrigin'>

/** Where a provider sends the browser back with its answer. */
export function callbackUrl({ webOrigin }: Origin, id: string): string {
  return `${webOrigin}${urlOf(API_BASE, PROVIDER_SIGN_IN_PATH, { id })}/callback`
}

/** Where a provider sends the browser after a sign-out. */
export function signedOutUrl({ webOrigin }: Origin): string {
  return `${webOrigin}/sign-in`
}
