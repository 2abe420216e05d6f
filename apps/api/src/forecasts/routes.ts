import * as contract from '@steelyard/contract'
import { loadAnalysis } from '../analyses/analysis-row.ts'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { serialiseJob } from '../jobs/serialise-job.ts'
import { askForecast } from './ask-forecast.ts'
import { assessOverhead } from './assess-overhead.ts'
import { serialiseTwinRun } from './serialise-twin-run.ts'
import { startTwinRun } from './start-twin-run.ts'
import { loadTwinRun } from './twin-run-row.ts'

export const forecastRoutes = [
  defineRoute(contract.askForecast, {
    access: 'analyses:read',
    quiet: true,
    handler: ({ params, body, deps }) => askForecast(deps.db, params.id, body),
  }),

  defineRoute(contract.assessOverhead, {
    access: 'analyses:read',
    quiet: true,
    handler: ({ body, deps }) => assessOverhead(deps.db, body),
  }),

  defineRoute(contract.startTwinRun, {
    access: 'analyses:write',
    audit: 'twin-run.create',
    location: ({ twinRun }) => `/twin-runs/${twinRun.id}`,
    async handler({ params, body, actor, deps }) {
      const { twinRun, job } = await startTwinRun(deps, actor, params.id, body)
      return { twinRun: serialiseTwinRun(twinRun), job: serialiseJob(job) }
    },
  }),

  defineRoute(contract.listTwinRuns, {
    access: 'analyses:read',
    async handler({ params, query, deps }) {
      await loadAnalysis(deps.db, params.id)
      const where = { analysisId: params.id }
      const twinRuns = await deps.db.twinRun.findMany({
        where,
        include: { job: true },
        ...pageById(query),
      })
      return toPage(twinRuns, query.limit, serialiseTwinRun, (row) => row.id)
    },
  }),

  defineRoute(contract.getTwinRun, {
    access: 'analyses:read',
    handler: async ({ params, deps }) => serialiseTwinRun(await loadTwinRun(deps.db, params.id)),
  }),
]
