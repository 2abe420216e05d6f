import * as contract from '@steelyard/contract'
import { byId, inBody } from '../access/reach.ts'
import { onVisibleHosts } from '../access/visible-hosts.ts'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { serialiseJob } from '../jobs/serialise-job.ts'
import { createPlan, type NewPlan } from './create-plan.ts'
import { getPlanOutcome } from './get-plan-outcome.ts'
import { loadPlan, planParts, withPolicy } from './plan-row.ts'
import { plansWhere } from './plans-where.ts'
import { getCommandsScript } from './script/get-commands-script.ts'
import { serialisePlan } from './serialise-plan.ts'

export const planRoutes = [
  defineRoute(contract.listPlans, {
    access: 'plans:read',
    reach: 'listed',
    async handler({ query, actor, deps }) {
      const visible = await onVisibleHosts(deps.db, actor.principal, 'plans:read')
      const where = { AND: [plansWhere(query), visible] }
      const rows = await deps.db.plan.findMany({ where, include: planParts, ...pageById(query) })
      return toPage(
        await withPolicy(deps.db, rows),
        query.limit,
        (row) => serialisePlan(row),
        (row) => row.id,
      )
    },
  }),

  defineRoute(contract.createPlan, {
    access: 'plans:write',
    reach: inBody<NewPlan>((wanted) => [
      'hostId' in wanted
        ? { kind: 'host', id: wanted.hostId }
        : { kind: 'analysis', id: wanted.analysisId },
    ]),
    audit: 'plan.create',
    rate: 'strict',
    location: ({ plan }) => `/plans/${plan.id}`,
    async handler({ body, actor, deps }) {
      const { plan, job } = await createPlan(deps, actor, body as NewPlan)
      return { plan: serialisePlan(plan), job: serialiseJob(job) }
    },
  }),

  defineRoute(contract.getPlan, {
    access: 'plans:read',
    reach: byId('plan'),
    handler: async ({ params, deps }) => serialisePlan(await loadPlan(deps.db, params.id)),
  }),

  defineRoute(contract.getPlanOutcome, {
    access: 'plans:read',
    reach: byId('plan'),
    handler: ({ params, deps }) => getPlanOutcome(deps.db, params.id),
  }),

  defineRoute(contract.getPlanCommands, {
    access: 'plans:read',
    reach: byId('plan'),
    async handler({ params, deps, http }) {
      const { script, fileName } = await getCommandsScript(deps.db, params.id)
      await http.reply
        .type('text/x-shellscript; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(script)
    },
  }),
]
