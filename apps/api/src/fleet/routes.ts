import * as contract from '@steelyard/contract'
import { defineRoute } from '../http/define-route.ts'
import { getFleet } from './get-fleet.ts'

export const fleetRoutes = [
  defineRoute(contract.getFleet, {
    access: 'hosts:read',
    reach: 'listed',
    handler: ({ actor, deps }) => getFleet(deps.db, actor.principal),
  }),
]
