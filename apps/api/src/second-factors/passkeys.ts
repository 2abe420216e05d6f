import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  type VerifiedAuthenticationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { PasskeyAssertion } from '@steelyard/contract'
import { type PasskeySite, passkeySiteOf } from '../access/passkey-site.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db.ts'
import { AppError, unprocessable } from '../errors.ts'
import type { PasskeyModel } from '../generated/prisma/models.ts'

type Site = Pick<Config, 'webOrigin'>

/** @throws AppError `unprocessable` (`no-passkeys-here`) */
function requireSite(site: Site): PasskeySite {
  const found = passkeySiteOf(site)
  if (found) return found
  throw unprocessable(
    'no-passkeys-here',
    'The address of this site cannot have passkeys: they need a host name, and https or localhost.',
  )
}

/** A passkey lives in the authenticator and asks for a PIN or a finger, so it can stand alone. */
export function registrationOptions(
  site: Site,
  user: { id: string; email: string; name: string },
  known: readonly PasskeyModel[],
) {
  return generateRegistrationOptions({
    rpName: 'Steelyard',
    rpID: requireSite(site).rpId,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** @throws AppError `forbidden` (`passkey-refused`) */
export async function verifyRegistration(site: Site, challenge: string | null, response: object) {
  const { rpId, origin } = requireSite(site)
  const refuse = () => undefined
  const answer =
    challenge === null
      ? undefined
      : await verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
        }).catch(refuse)
  if (!answer?.verified) throw passkeyRefused()
  const { id, publicKey, counter, transports = [] } = answer.registrationInfo.credential
  return { credentialId: id, publicKey, counter, transports }
}

/** @param known those of a person whose name is known; without, the browser offers what it has */
export function assertionOptions(site: Site, known: readonly PasskeyModel[] = []) {
  return generateAuthenticationOptions({
    rpID: requireSite(site).rpId,
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
  })
}

/**
 * Checks signature, origin, challenge and counter of a passkey.
 * @param userId the only person it may belong to; undefined at a sign-in without a name
 * @returns whose it is
 * @throws AppError `forbidden` (`passkey-refused`)
 */
export async function takePasskey(
  db: Pick<Db, 'passkey'>,
  site: Site,
  assertion: PasskeyAssertion,
  challenge: string | null,
  userId?: string,
): Promise<string> {
  const passkey = await db.passkey.findUnique({
    where: { credentialId: assertion.id, user: { disabledAt: null } },
  })
  if (!passkey || challenge === null || passkey.userId !== (userId ?? passkey.userId))
    throw passkeyRefused()
  const counter = await verifiedCounter(site, passkey, assertion, challenge)
  // Of two assertions at the same time with the same counter, one is a copy.
  const { count } = await db.passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter, lastUsedAt: new Date() },
  })
  if (count === 0) throw passkeyRefused()
  return passkey.userId
}

async function verifiedCounter(
  site: Site,
  { credentialId, publicKey, counter }: PasskeyModel,
  assertion: PasskeyAssertion,
  challenge: string,
): Promise<number> {
  const { rpId, origin } = requireSite(site)
  let answer: VerifiedAuthenticationResponse
  try {
    answer = await verifyAuthenticationResponse({
      response: assertion as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id: credentialId, publicKey, counter: Number(counter) },
      requireUserVerification: true,
    })
  } catch {
    throw passkeyRefused()
  }
  if (!answer.verified) throw passkeyRefused()
  return answer.authenticationInfo.newCounter
}

function passkeyRefused(): AppError {
  return new AppError(
    'forbidden',
    'This passkey could not be verified here. Try it again, or use another way.',
    { code: 'passkey-refused' },
  )
}
