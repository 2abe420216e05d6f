import type { Confirmation, PasskeyAssertion } from '@steelyard/contract'
import type { FastifyRequest } from 'fastify'
import type { Principal } from '../access/permissions.ts'
import { requireFreshPassword } from '../access/require-fresh-password.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { takeChallenge } from './challenge.ts'
import { takePasskey } from './passkeys.ts'

/** What a caller gives to show that they are who the session or token says. */
export type Proof = { password: string } | { passkey: PasskeyAssertion; challenge: string | null }

/** A confirmation, with the challenge that this browser was given for its passkey. */
export async function proofOf(
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
  { password, passkey }: Confirmation,
): Promise<Proof> {
  if (!passkey) return { password: password! }
  return { passkey, challenge: await takeChallenge(db, request, 'sign') }
}

/**
 * The password or a passkey, fresh. API tokens have no browser, so for them it is the password.
 * @throws AppError `forbidden` (`password-refused`, `passkey-refused`), `rate-limited`
 */
export async function requireProof(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  principal: Principal,
  proof: Proof,
): Promise<void> {
  if ('password' in proof) return requireFreshPassword(db, principal, proof.password)
  if (principal.kind !== 'user')
    throw new AppError('forbidden', 'With an API token, confirm with the password.')
  await takePasskey(db, config, proof.passkey, proof.challenge, principal.userId!)
}
