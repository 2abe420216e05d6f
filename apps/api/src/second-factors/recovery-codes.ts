import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import type { Actor } from '../access/actor.ts'
import { signInMethods } from '../access/next-step.ts'
import { hashSecret } from '../access/secrets.ts'
import { audit } from '../audit/audit.ts'
import type { Db, Tx } from '../db.ts'
import { conflict } from '../errors.ts'

const CODES = 10
/** 80 random bits, which need no slow hash; they make 16 letters. */
const CODE_BYTES = 10

const hashOf = (userId: string, code: string) => hashSecret(`${userId} ${code}`)

/**
 * New codes on request.
 * @throws AppError `conflict` (`no-second-factor`): codes alone would open nothing
 */
export async function makeRecoveryCodes(db: Db, actor: Actor): Promise<string[]> {
  const userId = actor.principal.userId!
  return db.$transaction(async (tx) => {
    if ((await signInMethods(tx, userId)).length === 0)
      throw conflict('no-second-factor', 'Set up a passkey or an authenticator app first.')
    const codes = await replaceRecoveryCodes(tx, userId)
    await audit(tx, actor, { action: 'second-factor.recovery-codes' })
    return codes
  })
}

/** Replaces all recovery codes of a person. They are readable only in what this returns. */
async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashOf(userId, normalised(code)) })),
  })
  return codes
}

/** Codes for the first factor; whoever has some keeps them. */
export async function firstRecoveryCodes(tx: Tx, userId: string): Promise<string[] | null> {
  const left = await tx.recoveryCode.count({ where: { userId } })
  return left > 0 ? null : replaceRecoveryCodes(tx, userId)
}

/** Uses a code up. */
export async function takeRecoveryCode(
  db: Pick<Db, 'recoveryCode'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const { count } = await db.recoveryCode.deleteMany({
    where: { userId, codeHash: hashOf(userId, normalised(code)) },
  })
  return count === 1
}

function newCode(): string {
  const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(CODE_BYTES)).buffer })
  return base32.toLowerCase().match(/.{4}/g)!.join('-')
}

/** As people may have copied it: with other spaces, dashes or capitals. */
function normalised(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '')
}
