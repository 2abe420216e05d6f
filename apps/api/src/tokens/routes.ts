import * as contract from '@steelyard/contract'
import type { ApiTokenModel } from '../generated/prisma/models.ts'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { createToken } from './create-token.ts'
import { revokeToken } from './revoke-token.ts'

export const tokenRoutes = [
  defineRoute(contract.listTokens, {
    access: 'tokens:manage',
    async handler({ query, actor, deps }) {
      const where = { userId: actor.principal.userId! }
      const rows = await deps.db.apiToken.findMany({ where, ...pageById(query) })
      return toPage(rows, query.limit, serialiseToken, (row) => row.id)
    },
  }),

  defineRoute(contract.createToken, {
    access: 'tokens:manage',
    fresh: true,
    audit: 'token.create',
    async handler({ body, actor, deps }) {
      const row = await createToken(deps.db, actor, body)
      return { ...serialiseToken(row), secret: row.secret }
    },
  }),

  defineRoute(contract.revokeToken, {
    access: 'tokens:manage',
    fresh: true,
    audit: 'token.revoke',
    async handler({ params, actor, deps }) {
      await revokeToken(deps.db, actor, params.id)
    },
  }),
]

function serialiseToken(row: ApiTokenModel): contract.Token {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as contract.Permission[],
    hostId: row.hostId,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }
}
