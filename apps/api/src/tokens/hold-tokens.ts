import type { Tx } from '../db.ts'

/**
 * Keeps others from making or revoking tokens of this person until the commit. Otherwise a token
 * that is being revoked could make one that stays valid.
 */
export async function holdTokens(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`
}
