import * as contract from '@steelyard/contract'
import { visibleHosts } from '../../access/visible-hosts.ts'
import { defineRoute } from '../../http/define-route.ts'
import { pageById, toPage } from '../../http/paging.ts'
import { entryParts, serialiseEntry } from './serialise-entry.ts'

export const journalRoutes = [
  defineRoute(contract.listJournal, {
    access: 'hosts:read',
    reach: 'listed',
    async handler({ query, actor, deps }) {
      const ids = await visibleHosts(deps.db, actor.principal, 'hosts:read')
      // What concerns every host, such as the global stop, concerns whoever sees any.
      const visible = ids ? { OR: [{ hostId: { in: ids } }, { hostId: null }] } : {}
      const asked = query.hostId ? { OR: [{ hostId: query.hostId }, { hostId: null }] } : {}
      const { decision, recommendationId } = query
      const rows = await deps.db.journalEntry.findMany({
        where: { AND: [asked, visible], decision, recommendationId },
        include: entryParts,
        ...pageById(query),
      })
      return toPage(rows, query.limit, serialiseEntry, (row) => row.id)
    },
  }),
]
