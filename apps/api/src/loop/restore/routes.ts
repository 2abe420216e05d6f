import * as contract from '@steelyard/contract'
import { byId } from '../../access/reach.ts'
import { defineRoute } from '../../http/define-route.ts'
import { serialiseJob } from '../../jobs/serialise-job.ts'
import { serialisePlan } from '../../plans/serialise-plan.ts'
import { restoreHost } from './restore-host.ts'

export const restoreRoutes = [
  defineRoute(contract.restoreHost, {
    access: 'plans:write',
    reach: byId('host'),
    audit: 'host.restore',
    rate: 'strict',
    location: ({ plan }) => `/plans/${plan.id}`,
    async handler({ params, body, actor, deps }) {
      const { plan, job } = await restoreHost(deps, actor, params.id, new Date(body.at))
      return { plan: serialisePlan(plan), job: serialiseJob(job) }
    },
  }),
]
