import * as contract from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { byId } from '../access/reach.ts'
import type { Deps } from '../deps.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { jobLocation, serialiseJob } from '../jobs/serialise-job.ts'
import { asksForSecondPerson } from '../pools/pool-plan.ts'
import { proofOf } from '../second-factors/proof.ts'
import { lookAgain } from './look-again.ts'
import { type MoveRow, moveParts } from './move-row.ts'
import { planMove } from './plan-move.ts'
import { presentMove } from './present-move.ts'
import { startMove } from './start-move.ts'

async function withJob(
  { db }: Deps,
  { principal }: Actor,
  { move, job }: { move: MoveRow; job: JobModel },
) {
  return {
    move: presentMove(move, await asksForSecondPerson(db), principal),
    job: serialiseJob(job),
  }
}

export const poolMoveRoutes = [
  defineRoute(contract.listPoolMoves, {
    access: 'plans:read',
    reach: byId('pool'),
    async handler({ params, query, actor, deps }) {
      const where = { poolId: params.id }
      const rows = await deps.db.poolMove.findMany({ where, ...moveParts, ...pageById(query) })
      const asks = await asksForSecondPerson(deps.db)
      const shown = (row: MoveRow) => presentMove(row, asks, actor.principal)
      return toPage(rows, query.limit, shown, ({ id }) => id)
    },
  }),

  defineRoute(contract.planPoolMove, {
    access: 'plans:write',
    reach: byId('pool'),
    audit: 'pool.plan-move',
    rate: 'strict',
    location: jobLocation,
    handler: async ({ params, body, actor, deps }) =>
      withJob(deps, actor, await planMove(deps, actor, params.id, body)),
  }),

  defineRoute(contract.startPoolMove, {
    access: 'plans:apply',
    reach: byId('pool'),
    audit: 'pool.move',
    rate: 'strict',
    location: jobLocation,
    async handler({ params, body, actor, deps, http }) {
      const proof = await proofOf(deps, http.request, body)
      const { backIfWorse } = body
      return withJob(deps, actor, await startMove(deps, actor, params, { proof, backIfWorse }))
    },
  }),

  defineRoute(contract.findMovedGuest, {
    access: 'plans:apply',
    reach: byId('pool'),
    audit: 'pool.find-guest',
    rate: 'strict',
    location: jobLocation,
    handler: async ({ params, actor, deps }) =>
      withJob(deps, actor, await lookAgain(deps, actor, params)),
  }),
]
