import * as contract from '@steelyard/contract'
import { byId } from '../access/reach.ts'
import { defineRoute } from '../http/define-route.ts'
import { getPoolAdvice } from './get-pool-advice.ts'
import { getPoolOfHost } from './get-pool-of-host.ts'

export const poolAdviceRoutes = [
  defineRoute(contract.getPoolAdvice, {
    access: 'hosts:read',
    reach: byId('pool'),
    handler: ({ params, deps }) => getPoolAdvice(deps.db, params.id),
  }),

  defineRoute(contract.getPoolOfHost, {
    access: 'hosts:read',
    reach: byId('host'),
    handler: ({ params, actor, deps }) => getPoolOfHost(deps.db, actor.principal, params.id),
  }),
]
