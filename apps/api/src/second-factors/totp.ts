import { Secret, TOTP } from 'otpauth'
import { keyForApi, openText, sealText } from '../access/sealed-text.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db.ts'

const SECRET_BYTES = 20
const STEPS_EITHER_SIDE = 1

type SessionSecret = Pick<Config, 'sessionSecret'>

const keyOf = (config: SessionSecret) => keyForApi(config, 'authenticator app')

/** A new secret, as text for people and as the URI that a QR code shows, and sealed for this person. */
export function newTotpSecret(config: SessionSecret, userId: string, label: string) {
  const secret = new Secret({ size: SECRET_BYTES })
  const uri = new TOTP({ issuer: 'Steelyard', label, secret }).toString()
  const sealedSecret = sealText(keyOf(config), userId, secret.base32)
  return { secret: secret.base32, uri, sealedSecret }
}

/**
 * Accepts a code of this or a neighbouring time step, once only: the database moves the last step
 * forward in one statement, so that of two requests with the same code one fails.
 */
export async function takeTotpCode(
  db: Pick<Db, 'totpFactor'>,
  config: SessionSecret,
  userId: string,
  typed: string,
): Promise<boolean> {
  const code = typed.replaceAll(/\s/g, '')
  const factor = await db.totpFactor.findUnique({ where: { userId } })
  if (!factor || !/^\d{6}$/.test(code)) return false
  const secret = opened(config, userId, factor.sealedSecret)
  if (secret === null) return false
  const totp = new TOTP({ secret })
  const delta = totp.validate({ token: code, window: STEPS_EITHER_SIDE })
  if (delta === null) return false
  const step = totp.counter() + delta
  const { count } = await db.totpFactor.updateMany({
    where: { userId, OR: [{ lastStep: null }, { lastStep: { lt: step } }] },
    data: { lastStep: step },
  })
  return count === 1
}

/** Null after the session secret was replaced; recovery codes and passkeys still work then. */
function opened(config: SessionSecret, userId: string, sealed: Uint8Array): string | null {
  try {
    return openText(keyOf(config), userId, sealed)
  } catch {
    return null
  }
}
