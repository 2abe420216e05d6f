import type { Tx } from '../db.ts'

/**
 * Until the commit, nobody else makes or revokes a token of this person: otherwise one could be
 * made by a token that is being revoked, and stay.
 */
export async function holdTokens(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`
}
