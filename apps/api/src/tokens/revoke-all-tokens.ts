import type { Tx } from '../db.ts'
import { holdTokens } from './hold-tokens.ts'

/** @returns how many tokens of this person were still valid */
export async function revokeAllTokens(tx: Tx, userId: string): Promise<number> {
  await holdTokens(tx, userId)
  const { count } = await tx.apiToken.updateMany({
    where: { userId, revokedAt: null },
    data: { revokedAt: new Date() },
  })
  return count
}
