import * as contract from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { byId } from '../access/reach.ts'
import type { Deps } from '../deps.ts'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { jobLocation, serialiseJob } from '../jobs/serialise-job.ts'
import { asksForSecondPerson } from '../pools/pool-plan.ts'
import { proofOf } from '../second-factors/proof.ts'
import { planWeight } from './plan-weight.ts'
import { presentWeightPlan } from './present-weight-plan.ts'
import { rollBackWeight, storeWeight } from './start-weight.ts'
import { type WeightPlanAndJob, type WeightPlanRow, weightPlanParts } from './weight-plan-row.ts'

async function withJob({ db }: Deps, { principal }: Actor, { plan, job }: WeightPlanAndJob) {
  return {
    plan: presentWeightPlan(plan, await asksForSecondPerson(db), principal),
    job: serialiseJob(job),
  }
}

export const poolWeightRoutes = [
  defineRoute(contract.listWeightPlans, {
    access: 'plans:read',
    reach: byId('pool'),
    async handler({ params, query, actor, deps }) {
      const where = { poolId: params.id }
      const rows = await deps.db.weightPlan.findMany({
        where,
        ...weightPlanParts,
        ...pageById(query),
      })
      const asks = await asksForSecondPerson(deps.db)
      const shown = (row: WeightPlanRow) => presentWeightPlan(row, asks, actor.principal)
      return toPage(rows, query.limit, shown, ({ id }) => id)
    },
  }),

  defineRoute(contract.planStoredWeight, {
    access: 'plans:write',
    reach: byId('pool'),
    audit: 'pool.plan-weight',
    rate: 'strict',
    location: jobLocation,
    handler: async ({ params, body, actor, deps }) =>
      withJob(deps, actor, await planWeight(deps, actor, params.id, body)),
  }),

  defineRoute(contract.storePlannedWeight, {
    access: 'plans:apply',
    reach: byId('pool'),
    audit: 'pool.store-weight',
    rate: 'strict',
    location: jobLocation,
    async handler({ params, body, actor, deps, http }) {
      const proof = await proofOf(deps, http.request, body)
      return withJob(deps, actor, await storeWeight(deps, actor, params, proof))
    },
  }),

  defineRoute(contract.rollBackStoredWeight, {
    access: 'plans:apply',
    reach: byId('pool'),
    audit: 'pool.roll-back-weight',
    rate: 'strict',
    location: jobLocation,
    async handler({ params, body, actor, deps, http }) {
      const proof = await proofOf(deps, http.request, body)
      return withJob(deps, actor, await rollBackWeight(deps, actor, params, proof))
    },
  }),
]
