import type { BrowserSession } from '@steelyard/contract'
import type { SessionModel } from '../generated/prisma/models.ts'

/** Its id is the hash of the cookie's secret, with which no one can sign in. */
export function serialiseSession(
  row: SessionModel & { provider: { name: string } | null },
  currentId: string,
): BrowserSession {
  return {
    id: row.id,
    current: row.id === currentId,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    address: row.address,
    userAgent: row.userAgent,
    provider: row.provider?.name ?? null,
  }
}
