import type { Tx } from '../db.ts'
import { revokeAllTokens } from '../tokens/revoke-all-tokens.ts'

/** Whatever could still act for this person ends with the account. */
export async function deactivate(tx: Tx, id: string): Promise<void> {
  await tx.user.update({ where: { id }, data: { disabledAt: new Date() } })
  await tx.session.deleteMany({ where: { userId: id } })
  await tx.accountLink.deleteMany({ where: { userId: id, usedAt: null } })
  await revokeAllTokens(tx, id)
}

export async function activate(tx: Tx, id: string): Promise<void> {
  await tx.user.update({ where: { id }, data: { disabledAt: null, removedAt: null } })
}
