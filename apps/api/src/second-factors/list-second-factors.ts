import { needsSecondFactor } from '../access/next-step.ts'
import type { Db } from '../db.ts'
import { providerOf } from './provider-confirmation.ts'

/** How a person signs in, without a secret, and what can confirm them in this session. */
export async function listSecondFactors(db: Db, userId: string, sessionId: string) {
  const { passwordHash, totp, passkeys, _count } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    include: {
      totp: true,
      passkeys: { orderBy: { createdAt: 'asc' } },
      _count: { select: { recovery: true } },
    },
  })
  return {
    hasPassword: passwordHash !== null,
    required: await needsSecondFactor(db, userId),
    app: Boolean(totp?.confirmedAt),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: _count.recovery,
    provider: await providerOf(db, sessionId),
  }
}
