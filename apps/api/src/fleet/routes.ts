import * as contract from '@steelyard/contract'
import { databaseVersion } from '../db.ts'
import { defineRoute } from '../http/define-route.ts'
import { asManyAs } from '../http/route-cost.ts'
import { getFleet } from './get-fleet.ts'

export const fleetRoutes = [
  defineRoute(contract.getFleet, {
    access: 'hosts:read',
    reach: 'listed',
    version: databaseVersion,
    cost: asManyAs('hosts'),
    handler: ({ actor, deps }) => getFleet(deps.db, actor.principal),
  }),
]
