import * as contract from '@steelyard/contract'
import { byId, inBody } from '../access/reach.ts'
import { visibleRuns } from '../access/visible-hosts.ts'
import { versionBesideWatches } from '../changes.ts'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { inLane } from '../http/route-cost.ts'
import { serialiseJob } from '../jobs/serialise-job.ts'
import { exportLane } from '../threads/lanes.ts'
import { sendRunForPerfetto, sendTwinForPerfetto } from './perfetto/send-twin-for-perfetto.ts'
import { loadRun } from './run-row.ts'
import { serialiseRun } from './serialise-run.ts'
import { startRun } from './start-run.ts'
import { analysisOf } from './stored-question.ts'

export const runRoutes = [
  defineRoute(contract.startRun, {
    access: 'analyses:write',
    reach: inBody<{ question: contract.RunQuestion }>(({ question }) => {
      const id = analysisOf(question)
      return id === null ? [] : [{ kind: 'analysis', id }]
    }),
    audit: 'run.create',
    location: ({ run }) => `/runs/${run.id}`,
    async handler({ body, actor, deps }) {
      const { run, job } = await startRun(deps, actor, body)
      return { run: serialiseRun(run), job: serialiseJob(job) }
    },
  }),

  defineRoute(contract.listRuns, {
    access: 'analyses:read',
    reach: 'listed',
    version: versionBesideWatches,
    async handler({ query, actor, deps }) {
      const { kind, analysisId } = query
      const where = {
        ...(kind ? { kind } : {}),
        ...(analysisId ? { analysisId } : {}),
        ...(await visibleRuns(deps.db, actor.principal)),
      }
      const runs = await deps.db.run.findMany({
        where,
        include: { job: true },
        ...pageById(query),
      })
      return toPage(runs, query.limit, serialiseRun, (row) => row.id)
    },
  }),

  defineRoute(contract.getRun, {
    access: 'analyses:read',
    reach: byId('run'),
    version: versionBesideWatches,
    handler: async ({ params, deps }) => serialiseRun(await loadRun(deps.db, params.id)),
  }),

  defineRoute(contract.exportTwin, {
    access: 'analyses:read',
    reach: byId('analysis'),
    cost: inLane(exportLane, 'the load that is played'),
    handler: ({ params, query, actor, deps, http }) =>
      sendTwinForPerfetto(deps, actor, http.reply, {
        analysisId: params.id,
        asked: null,
        seconds: query.seconds,
      }),
  }),

  defineRoute(contract.exportRun, {
    access: 'analyses:read',
    reach: byId('run'),
    cost: inLane(exportLane, 'the load that is played'),
    handler: ({ params, query, actor, deps, http }) =>
      sendRunForPerfetto(deps, actor, http.reply, { id: params.id, seconds: query.seconds }),
  }),
]
