import * as contract from '@steelyard/contract'
import { mayEverywhere } from '../access/permissions.ts'
import { byId } from '../access/reach.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { inLane } from '../http/route-cost.ts'
import { jobLocation, serialiseJob } from '../jobs/serialise-job.ts'
import { readsLane } from '../threads/lanes.ts'
import { readInThread } from '../threads/read-in-thread.ts'
import { addPool } from './add-pool.ts'
import { connectPool } from './connect-pool.ts'
import { pinPoolMember } from './pin-member.ts'
import type { placeNewGuest } from './placing/place-new-guest.ts'
import { loadPool, type PoolRow, shownPool } from './pool-row.ts'
import { presentPool } from './present-pool.ts'
import { removePool } from './remove-pool.ts'
import type { getPoolLoad } from './watch/get-pool-load.ts'

const withJob = ({ pool, job }: { pool: PoolRow; job: JobModel }) => ({
  pool: presentPool(pool),
  job: serialiseJob(job),
})

const hourOfPool = inLane(readsLane, 'the last hour of the hosts and guests of the pool')

export const poolRoutes = [
  defineRoute(contract.listPools, {
    access: 'hosts:read',
    reach: 'listed',
    async handler({ query, actor, deps }) {
      const rows = mayEverywhere(actor.principal, 'hosts:read')
        ? await deps.db.pool.findMany({ ...shownPool, ...pageById(query) })
        : []
      return toPage(rows, query.limit, presentPool, ({ id }) => id)
    },
  }),

  defineRoute(contract.addPool, {
    access: 'hosts:write',
    reach: 'nothing',
    audit: 'pool.add',
    rate: 'strict',
    location: jobLocation,
    handler: async ({ body, actor, deps }) => withJob(await addPool(deps, actor, body)),
  }),

  defineRoute(contract.getPool, {
    access: 'hosts:read',
    reach: byId('pool'),
    handler: async ({ params, deps }) => presentPool(await loadPool(deps.db, params.id)),
  }),

  defineRoute(contract.getPoolLoad, {
    access: 'hosts:read',
    reach: byId('pool'),
    cost: hourOfPool,
    handler: ({ params, deps }) =>
      readInThread<typeof getPoolLoad>(deps, {
        module: new URL('./watch/get-pool-load.ts', import.meta.url),
        name: 'getPoolLoad',
        question: { id: params.id },
      }),
  }),

  defineRoute(contract.placeGuest, {
    access: 'hosts:read',
    reach: byId('pool'),
    cost: hourOfPool,
    handler: ({ params, body, deps }) =>
      readInThread<typeof placeNewGuest>(deps, {
        module: new URL('./placing/place-new-guest.ts', import.meta.url),
        name: 'placeNewGuest',
        question: { id: params.id, wanted: body },
      }),
  }),

  defineRoute(contract.connectPool, {
    access: 'hosts:write',
    reach: byId('pool'),
    audit: 'pool.connect',
    rate: 'strict',
    location: jobLocation,
    handler: async ({ params, body, actor, deps }) =>
      withJob(await connectPool(deps, actor, params.id, body)),
  }),

  defineRoute(contract.pinPoolMember, {
    access: 'hosts:write',
    reach: byId('pool'),
    audit: 'pool.pin-member',
    rate: 'strict',
    handler: async ({ params, body, actor, deps }) =>
      presentPool(await pinPoolMember(deps, actor, params.id, body)),
  }),

  defineRoute(contract.removePool, {
    access: 'hosts:write',
    reach: byId('pool'),
    audit: 'pool.remove',
    handler: ({ params, actor, deps }) => removePool(deps.db, actor, params.id),
  }),
]
