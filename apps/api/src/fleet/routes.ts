import * as contract from '@steelyard/contract'
import { databaseVersion } from '../changes.ts'
import { defineRoute } from '../http/define-route.ts'
import { asManyAs } from '../http/route-cost.ts'
import { getFleet } from './get-fleet.ts'
import { removeFleetView } from './remove-fleet-view.ts'
import { saveFleetView, serialiseFleetView } from './save-fleet-view.ts'

export const fleetRoutes = [
  defineRoute(contract.getFleet, {
    access: 'hosts:read',
    reach: 'listed',
    version: databaseVersion,
    cost: asManyAs('hosts'),
    handler: ({ actor, deps }) => getFleet(deps.db, actor.principal),
  }),

  defineRoute(contract.listFleetViews, {
    access: 'signed-in',
    async handler({ actor, deps }) {
      const userId = actor.principal.userId!
      const rows = await deps.db.fleetView.findMany({ where: { userId }, orderBy: { name: 'asc' } })
      return { data: rows.map(serialiseFleetView) }
    },
  }),

  defineRoute(contract.saveFleetView, {
    access: 'signed-in',
    audit: 'fleet-view.save',
    handler: ({ body, actor, deps }) => saveFleetView(deps.db, actor, body),
  }),

  defineRoute(contract.removeFleetView, {
    access: 'signed-in',
    audit: 'fleet-view.remove',
    handler: ({ params, actor, deps }) => removeFleetView(deps.db, actor, params.id),
  }),
]
