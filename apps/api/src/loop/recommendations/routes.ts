import * as contract from '@steelyard/contract'
import { byId } from '../../access/reach.ts'
import { onVisibleHosts } from '../../access/visible-hosts.ts'
import { rollbackCandidates } from '../../applications/application-row.ts'
import type { Db } from '../../db.ts'
import { defineRoute } from '../../http/define-route.ts'
import { pageById, toPage } from '../../http/paging.ts'
import { proofOf } from '../../second-factors/proof.ts'
import { decideRecommendation } from './decide-recommendation.ts'
import {
  loadRecommendation,
  type RecommendationRow,
  recommendationParts,
  waitingForPerson,
  withAdvice,
} from './recommendation-row.ts'
import { serialiseRecommendation } from './serialise-recommendation.ts'

async function show(db: Db, rows: RecommendationRow[]) {
  const undoable = await rollbackCandidates(db, [...new Set(rows.map(({ hostId }) => hostId))])
  return (row: RecommendationRow) => serialiseRecommendation(row, undoable)
}

export const recommendationRoutes = [
  defineRoute(contract.listRecommendations, {
    access: 'plans:read',
    reach: 'listed',
    async handler({ query, actor, deps }) {
      const visible = await onVisibleHosts(deps.db, actor.principal, 'plans:read')
      const ofHost = query.hostId ? { hostId: query.hostId } : {}
      const found = await deps.db.hostRecommendation.findMany({
        where: { AND: [visible, ofHost, query.open ? waitingForPerson : {}], planId: query.planId },
        include: recommendationParts,
        ...pageById(query),
      })
      const rows = await withAdvice(deps.db, found)
      return toPage(rows, query.limit, await show(deps.db, rows), (row) => row.id)
    },
  }),

  defineRoute(contract.getRecommendation, {
    access: 'plans:read',
    reach: byId('recommendation'),
    async handler({ params, deps }) {
      const row = await loadRecommendation(deps.db, params.id)
      return (await show(deps.db, [row]))(row)
    },
  }),

  defineRoute(contract.decideRecommendation, {
    access: 'plans:apply',
    reach: byId('recommendation'),
    audit: 'recommendation.decide',
    rate: 'strict',
    async handler({ params, body, actor, deps, http }) {
      const proof = await proofOf(deps, http.request, body)
      const row = await decideRecommendation(deps, actor, params.id, { ...body, proof })
      return (await show(deps.db, [row]))(row)
    },
  }),
]
