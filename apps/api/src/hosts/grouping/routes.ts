import * as contract from '@steelyard/contract'
import { byId, inBody } from '../../access/reach.ts'
import { defineRoute } from '../../http/define-route.ts'
import { jobLocation, serialiseJob } from '../../jobs/serialise-job.ts'
import { presentPool } from '../../pools/present-pool.ts'
import { groupHosts } from './group-hosts.ts'
import { requestPoolReading } from './request-pool-reading.ts'

/** What of pools concerns their hosts over SSH. */
export const groupingRoutes = [
  defineRoute(contract.groupHosts, {
    access: 'hosts:write',
    reach: inBody<{ hostIds: string[] }>(({ hostIds }) =>
      hostIds.map((id) => ({ kind: 'host', id })),
    ),
    audit: 'pool.group-hosts',
    location: ({ id }) => `/pools/${id}`,
    handler: async ({ body, actor, deps }) => presentPool(await groupHosts(deps.db, actor, body)),
  }),

  defineRoute(contract.readPool, {
    access: 'hosts:write',
    reach: byId('pool'),
    audit: 'pool.read',
    rate: 'strict',
    location: jobLocation,
    async handler({ params, actor, deps }) {
      const { pool, job } = await requestPoolReading(deps, actor, params.id)
      return { pool: presentPool(pool), job: serialiseJob(job) }
    },
  }),
]
