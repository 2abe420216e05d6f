import * as contract from '@steelyard/contract'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { serialiseJob } from '../jobs/serialise-job.ts'
import { loadAnalysis, summaryParts } from './analysis-row.ts'
import { createAnalysis } from './create-analysis.ts'
import { deleteAnalysis } from './delete-analysis.ts'
import { sendTable } from './exports/send-table.ts'
import { tableRows } from './exports/tables.ts'
import { loadFinished } from './finished-analysis.ts'
import { serialiseAnalysis, serialiseAnalysisSummary } from './serialise-analysis.ts'
import { getSeries } from './series/get-series.ts'

export const analysisRoutes = [
  defineRoute(contract.listAnalyses, {
    access: 'analyses:read',
    async handler({ query, deps }) {
      const analyses = await deps.db.analysis.findMany({
        where: { hostId: query.hostId },
        ...pageById(query),
        include: summaryParts,
      })
      return toPage(analyses, query.limit, serialiseAnalysisSummary, (row) => row.id)
    },
  }),

  defineRoute(contract.createAnalysis, {
    access: 'analyses:write',
    audit: 'analysis.create',
    location: ({ analysis }) => `/analyses/${analysis.id}`,
    async handler({ body, actor, deps }) {
      const { analysis, job } = await createAnalysis(deps, actor, body)
      return { analysis: serialiseAnalysis(analysis), job: serialiseJob(job) }
    },
  }),

  defineRoute(contract.getAnalysis, {
    access: 'analyses:read',
    async handler({ params, deps }) {
      return serialiseAnalysis(await loadAnalysis(deps.db, params.id))
    },
  }),

  defineRoute(contract.deleteAnalysis, {
    access: 'analyses:write',
    audit: 'analysis.delete',
    handler: ({ params, actor, deps }) =>
      deleteAnalysis(deps.db, actor, params.id) as Promise<undefined>,
  }),

  defineRoute(contract.getAnalysisSeries, {
    access: 'analyses:read',
    handler: ({ params, query, deps }) => getSeries(deps.db, params.id, query.maxPoints),
  }),

  defineRoute(contract.exportAnalysis, {
    access: 'analyses:read',
    async handler({ params, query, deps, http }) {
      const { analysis, result } = await loadFinished(deps.db, params.id)
      const rows = tableRows(deps.db, params.table, analysis, result)
      const name = `${params.table}-${params.id}.${query.format}`
      await sendTable(http.reply, deps.log, rows, query.format, name)
    },
  }),
]
