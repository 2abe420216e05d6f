import * as contract from '@steelyard/contract'
import { byId } from '../access/reach.ts'
import { visibleJobs } from '../access/visible-hosts.ts'
import { versionBesideWatches } from '../changes.ts'
import { notFound } from '../errors.ts'
import { defineRoute } from '../http/define-route.ts'
import { streamEvents } from '../http/event-stream.ts'
import { pageById, toPage } from '../http/paging.ts'
import { cancelJob } from './cancel-job.ts'
import { serialiseJob } from './serialise-job.ts'
import { watchJob } from './watch-job.ts'

export const jobRoutes = [
  defineRoute(contract.listJobs, {
    access: 'jobs:read',
    reach: 'listed',
    version: versionBesideWatches,
    async handler({ query, actor, deps }) {
      const visible = await visibleJobs(deps.db, actor.principal)
      const where = { AND: [{ state: query.state, wholeId: null }, visible] }
      const rows = await deps.db.job.findMany({ where, ...pageById(query) })
      return toPage(rows, query.limit, serialiseJob, (row) => row.id)
    },
  }),

  defineRoute(contract.getJob, {
    access: 'jobs:read',
    reach: byId('job'),
    async handler({ params, deps }) {
      const row = await deps.db.job.findUnique({ where: { id: params.id } })
      if (!row) throw notFound('job')
      return serialiseJob(row)
    },
  }),

  defineRoute(contract.watchJob, {
    access: 'jobs:read',
    reach: byId('job'),
    async handler({ params, actor, deps, http }) {
      // Checked before the stream begins, because a 404 is impossible afterwards.
      if (!(await deps.db.job.findUnique({ where: { id: params.id } }))) throw notFound('job')
      await streamEvents({ deps, actor, http }, (stream) =>
        watchJob(deps, params.id, stream.signal, (job) => stream.send('job', job)).catch((error) =>
          deps.log.warn({ err: error, jobId: params.id }, 'job stream ended early'),
        ),
      )
    },
  }),

  defineRoute(contract.cancelJob, {
    access: 'jobs:cancel',
    reach: byId('job'),
    audit: 'job.cancel',
    async handler({ params, actor, deps }) {
      return serialiseJob(await cancelJob(deps.db, actor, params.id))
    },
  }),
]
