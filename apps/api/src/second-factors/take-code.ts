import type { Config } from '../config.ts'
import type { Tx } from '../db.ts'
import { AppError } from '../errors.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { takeTotpCode } from './totp.ts'

/**
 * Uses up a code of the authenticator app or a recovery code.
 * @returns which of the two it was
 * @throws AppError `forbidden` (`code-refused`)
 */
export async function takeCode(
  tx: Tx,
  config: Config,
  userId: string,
  code: string,
): Promise<'app' | 'recovery-code'> {
  const hasApp = await tx.totpFactor.count({ where: { userId, confirmedAt: { not: null } } })
  if (hasApp > 0 && (await takeTotpCode(tx, config, userId, code))) return 'app'
  if (await takeRecoveryCode(tx, userId, code)) return 'recovery-code'
  throw codeRefused()
}

export function codeRefused(): AppError {
  return new AppError(
    'forbidden',
    'This code is wrong or was used before. Wait for the next code of the app, and check that the clock of its device is right.',
    { code: 'code-refused' },
  )
}
