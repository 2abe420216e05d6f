import * as contract from '@steelyard/contract'
import { byId } from '../access/reach.ts'
import { databaseVersion } from '../changes.ts'
import { notFound } from '../errors.ts'
import { defineRoute } from '../http/define-route.ts'
import { streamEvents } from '../http/event-stream.ts'
import { inLane } from '../http/route-cost.ts'
import { readsLane } from '../threads/lanes.ts'
import { readInThread } from '../threads/read-in-thread.ts'
import { followWatch } from './follow-watch.ts'
import { removeWatch } from './remove-watch.ts'
import { serialiseWatch } from './serialise-watch.ts'
import type { getWatchSeries } from './series/get-watch-series.ts'
import { setWatch } from './set-watch.ts'
import { getHostTimeline } from './timeline/get-host-timeline.ts'

export const watchRoutes = [
  defineRoute(contract.getWatch, {
    access: 'hosts:read',
    reach: byId('host'),
    async handler({ params: { id }, deps }) {
      const host = await deps.db.host.findUnique({ where: { id }, select: { watch: true } })
      if (!host) throw notFound('host')
      return { watch: host.watch && serialiseWatch(host.watch) }
    },
  }),

  defineRoute(contract.setWatch, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'watch.set',
    handler: async ({ params, body, actor, deps }) =>
      serialiseWatch(await setWatch(deps.db, actor, params.id, body)),
  }),

  defineRoute(contract.removeWatch, {
    access: 'hosts:write',
    reach: byId('host'),
    audit: 'watch.remove',
    handler: ({ params, actor, deps }) => removeWatch(deps.db, actor, params.id),
  }),

  defineRoute(contract.getWatchSeries, {
    access: 'hosts:read',
    reach: byId('host'),
    version: databaseVersion,
    cost: inLane(readsLane, 'the range that is asked for'),
    handler: ({ params, query, deps }) => {
      const { keep10sDays, keep1mDays, keep1hDays, files } = deps.config
      return readInThread<typeof getWatchSeries>(deps, {
        module: new URL('./series/get-watch-series.ts', import.meta.url),
        name: 'getWatchSeries',
        question: {
          hostId: params.id,
          query,
          config: { keep10sDays, keep1mDays, keep1hDays, files },
        },
      })
    },
  }),

  defineRoute(contract.getHostTimeline, {
    access: 'hosts:read',
    reach: byId('host'),
    version: databaseVersion,
    handler: ({ params, query, deps }) => getHostTimeline(deps.db, params.id, query),
  }),

  defineRoute(contract.followWatch, {
    access: 'hosts:read',
    reach: byId('host'),
    async handler({ params: { id }, actor, deps, http }) {
      // Checked before the stream begins, because a 404 is impossible afterwards.
      if (!(await deps.db.host.findUnique({ where: { id } }))) throw notFound('host')
      await streamEvents({ deps, actor, http }, (stream) =>
        followWatch(deps, id, stream.signal, {
          onWatch: (watch) => stream.send('watch', { watch }),
          onWindow: (window) => stream.send('window', window),
        }).catch((error) => deps.log.warn({ err: error, hostId: id }, 'watch stream ended early')),
      )
    },
  }),
]
