import type { getSecondFactors } from '@steelyard/contract'
import type { z } from 'zod'

export type Factors = z.output<NonNullable<typeof getSecondFactors.response>>

/** Whether a password alone is not enough, or not needed. */
export function isProtected({ app, passkeys }: Factors): boolean {
  return app || passkeys.length > 0
}

/** How well the account is protected, in one sentence. */
export function verdictOf({ hasPassword, app, passkeys }: Factors): string {
  if (!hasPassword) {
    return passkeys.length > 0
      ? 'You sign in with a passkey or an identity provider, without a password.'
      : 'You sign in with an identity provider, which decides how you prove who you are.'
  }
  const factors = [passkeys.length > 0 && 'a passkey', app && 'an authenticator app'].filter(
    Boolean,
  )
  return factors.length > 0
    ? `Your account is protected by a password and ${factors.join(' or ')}.`
    : 'Your account is protected by a password alone.'
}
