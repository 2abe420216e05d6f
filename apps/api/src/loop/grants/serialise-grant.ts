import { GrantBounds, type PolicyGrant } from '@steelyard/contract'
import type { PolicyGrantModel } from '../../generated/prisma/models.ts'

export function serialiseGrant(row: PolicyGrantModel, now = new Date()): PolicyGrant {
  return {
    id: row.id,
    hostId: row.hostId,
    levers: row.levers as PolicyGrant['levers'],
    bounds: GrantBounds.parse(row.bounds),
    givenBy: row.givenByName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedBy: row.revokedBy,
    holds: row.revokedAt === null && now < row.expiresAt,
  }
}
