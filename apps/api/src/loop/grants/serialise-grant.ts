import { type CapsGrant, CapsGrantBounds, GrantBounds, type PolicyGrant } from '@steelyard/contract'
import type { PolicyGrantModel } from '../../generated/prisma/models.ts'

export function serialiseGrant(row: PolicyGrantModel, now = new Date()): PolicyGrant {
  return { ...shared(row, now), levers: ['weight'], bounds: GrantBounds.parse(row.bounds) }
}

export function serialiseCapsGrant(row: PolicyGrantModel, now = new Date()): CapsGrant {
  return { ...shared(row, now), levers: ['cap'], bounds: CapsGrantBounds.parse(row.bounds) }
}

function shared(row: PolicyGrantModel, now: Date): Omit<PolicyGrant, 'levers' | 'bounds'> {
  return {
    id: row.id,
    hostId: row.hostId,
    givenBy: row.givenByName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedBy: row.revokedBy,
    holds: row.revokedAt === null && now < row.expiresAt,
  }
}
