'use client'

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PasskeyAssertion } from '@steelyard/contract'
import { useSyncExternalStore } from 'react'
import { call, loadContract } from './api.ts'

/** Whether passkeys work here: browsers offer them on https and on localhost only. */
export function usePasskeysWork(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => window.isSecureContext && 'PublicKeyCredential' in window,
    () => false,
  )
}

/** Has the browser ask for a passkey, with a new challenge. */
export async function askPasskey(): Promise<PasskeyAssertion> {
  const options = (await call('askForPasskey')) as unknown as PublicKeyCredentialRequestOptionsJSON
  const [{ PasskeyAssertion }, { startAuthentication }] = await Promise.all([
    loadContract(),
    import('@simplewebauthn/browser'),
  ])
  return PasskeyAssertion.parse(
    await fromBrowser(() => startAuthentication({ optionsJSON: options })),
  )
}

/** Browsers say the same of a refusal, a time-out and a missing passkey. */
export async function fromBrowser<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new Error(
      'The browser returned no passkey: it was cancelled, took too long, or this device has none for Steelyard. Try again, or use another way.',
      { cause },
    )
  }
}
