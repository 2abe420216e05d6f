import * as contract from '@steelyard/contract'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { serialiseJob } from '../jobs/serialise-job.ts'
import { assessRealTime } from './assess-real-time.ts'
import { getIntensity } from './get-intensity.ts'
import { loadLabRun } from './lab-run-row.ts'
import { serialiseLabRun } from './serialise-lab-run.ts'
import { startLabRun } from './start-lab-run.ts'

export const labRoutes = [
  defineRoute(contract.startLabRun, {
    access: 'analyses:write',
    audit: 'lab-run.create',
    location: ({ labRun }) => `/lab-runs/${labRun.id}`,
    async handler({ body, actor, deps }) {
      const { labRun, job } = await startLabRun(deps, actor, body)
      return { labRun: serialiseLabRun(labRun), job: serialiseJob(job) }
    },
  }),

  defineRoute(contract.listLabRuns, {
    access: 'analyses:read',
    async handler({ query, deps }) {
      const { kind, analysisId } = query
      const where = { ...(kind ? { kind } : {}), ...(analysisId ? { analysisId } : {}) }
      const labRuns = await deps.db.labRun.findMany({
        where,
        include: { job: true },
        ...pageById(query),
      })
      return toPage(labRuns, query.limit, serialiseLabRun, (row) => row.id)
    },
  }),

  defineRoute(contract.getLabRun, {
    access: 'analyses:read',
    handler: async ({ params, deps }) => serialiseLabRun(await loadLabRun(deps.db, params.id)),
  }),

  defineRoute(contract.getIntensity, {
    access: 'analyses:read',
    handler: ({ params, deps }) => getIntensity(deps.db, params.id),
  }),

  defineRoute(contract.assessRealTime, {
    access: 'analyses:read',
    quiet: true,
    handler: async ({ body }) => assessRealTime(body),
  }),
]
