import * as contract from '@steelyard/contract'
import { byId, inBody } from '../../access/reach.ts'
import { defineRoute } from '../../http/define-route.ts'
import { jobLocation, serialiseJob } from '../../jobs/serialise-job.ts'
import { presentPool } from '../../pools/present-pool.ts'
import { groupHosts } from './group-hosts.ts'
import { requestPoolReading } from './request-pool-reading.ts'
import { setPoolHosts } from './set-pool-hosts.ts'

const reachesPool = byId('pool')
const reachesHosts = inBody<{ hostIds: string[] }>(({ hostIds }) =>
  hostIds.map((id) => ({ kind: 'host', id })),
)

/** What of pools concerns their hosts over SSH. */
export const groupingRoutes = [
  defineRoute(contract.groupHosts, {
    access: 'hosts:write',
    reach: reachesHosts,
    audit: 'pool.group-hosts',
    location: ({ id }) => `/pools/${id}`,
    handler: async ({ body, actor, deps }) => presentPool(await groupHosts(deps.db, actor, body)),
  }),

  defineRoute(contract.setPoolHosts, {
    access: 'hosts:write',
    reach: (sent) => [...reachesPool(sent), ...reachesHosts(sent)],
    audit: 'pool.set-hosts',
    handler: async ({ params, body, actor, deps }) =>
      presentPool(await setPoolHosts(deps.db, actor, params.id, body.hostIds)),
  }),

  defineRoute(contract.readPool, {
    access: 'hosts:write',
    reach: reachesPool,
    audit: 'pool.read',
    rate: 'strict',
    location: jobLocation,
    async handler({ params, actor, deps }) {
      const { pool, job } = await requestPoolReading(deps, actor, params.id)
      return { pool: presentPool(pool), job: serialiseJob(job) }
    },
  }),
]
