import type { Confirmation, PasskeyAssertion } from '@steelyard/contract'
import type { FastifyRequest } from 'fastify'
import type { Principal } from '../access/permissions.ts'
import { requireFreshPassword } from '../access/require-fresh-password.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { takeChallenge } from './challenge.ts'
import { takePasskey } from './passkeys.ts'
import { takeProviderConfirmation } from './provider-confirmation.ts'

/** What a caller gives to show that they are who the session or token says. */
export type Proof =
  | { password: string }
  | { passkey: PasskeyAssertion; challenge: string | null }
  | { confirmedByProvider: boolean }

/** A confirmation, with what this browser's session has for it: a challenge or a provider's word. */
export async function proofOf(
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
  { password, passkey, provider }: Confirmation,
): Promise<Proof> {
  if (provider) return { confirmedByProvider: await takeProviderConfirmation(db, request) }
  if (!passkey) return { password: password! }
  return { passkey, challenge: await takeChallenge(db, request, 'sign') }
}

export function methodOf(proof: Proof): 'password' | 'passkey' | 'provider' {
  if ('password' in proof) return 'password'
  return 'passkey' in proof ? 'passkey' : 'provider'
}

/**
 * The password, a passkey or the provider's word, fresh. API tokens have no browser, so for them it
 * is the password.
 * @throws AppError `forbidden` (`password-refused`, `passkey-refused`,
 *   `provider-confirmation-needed`), `rate-limited`
 */
export async function requireProof(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  principal: Principal,
  proof: Proof,
): Promise<void> {
  if ('password' in proof) return requireFreshPassword(db, principal, proof.password)
  if (principal.kind !== 'user')
    throw new AppError('forbidden', 'With an API token, confirm with the password.')
  if ('confirmedByProvider' in proof) return requireConfirmed(proof.confirmedByProvider)
  await takePasskey(db, config, proof.passkey, proof.challenge, principal.userId!)
}

function requireConfirmed(confirmedByProvider: boolean): void {
  if (confirmedByProvider) return
  throw new AppError(
    'forbidden',
    'Confirm with your identity provider first. Its confirmation counts once, within five minutes.',
    { code: 'provider-confirmation-needed' },
  )
}
