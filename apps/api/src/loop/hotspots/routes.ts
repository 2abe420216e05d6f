import * as contract from '@steelyard/contract'
import { onVisibleHosts } from '../../access/visible-hosts.ts'
import { defineRoute } from '../../http/define-route.ts'
import { pageById, toPage } from '../../http/paging.ts'
import { serialiseHotspot } from './serialise-hotspot.ts'

export const hotspotRoutes = [
  defineRoute(contract.listHotspots, {
    access: 'hosts:read',
    reach: 'listed',
    async handler({ query, actor, deps }) {
      const visible = await onVisibleHosts(deps.db, actor.principal, 'hosts:read')
      const ofHost = query.hostId ? { hostId: query.hostId } : {}
      const rows = await deps.db.hotspot.findMany({
        where: { AND: [visible, ofHost, query.open ? { closedAt: null } : {}] },
        include: { host: { select: { name: true } } },
        ...pageById(query),
      })
      return toPage(rows, query.limit, serialiseHotspot, (row) => row.id)
    },
  }),
]
