import * as contract from '@steelyard/contract'
import { byId, inBody } from '../access/reach.ts'
import { onVisibleHosts } from '../access/visible-hosts.ts'
import { versionBesideWatches } from '../changes.ts'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { inLane, sentAsRead } from '../http/route-cost.ts'
import { serialiseJob } from '../jobs/serialise-job.ts'
import { readsLane } from '../threads/lanes.ts'
import { readInThread } from '../threads/read-in-thread.ts'
import { analysisVersion, loadAnalysis, summaryParts } from './analysis-row.ts'
import { createAnalysis, type NewAnalysis } from './create-analysis.ts'
import { deleteAnalyses } from './delete-analyses.ts'
import { sendTable } from './exports/send-table.ts'
import { tableRows } from './exports/tables.ts'
import { loadFinished } from './finished-analysis.ts'
import { serialiseAnalysis, serialiseAnalysisSummary } from './serialise-analysis.ts'
import type { getSeries } from './series/get-series.ts'
import { updateAnalysis } from './update-analysis.ts'

export const analysisRoutes = [
  defineRoute(contract.listAnalyses, {
    access: 'analyses:read',
    reach: 'listed',
    version: versionBesideWatches,
    async handler({ query, actor, deps }) {
      const visible = await onVisibleHosts(deps.db, actor.principal, 'analyses:read')
      const analyses = await deps.db.analysis.findMany({
        where: { AND: [{ hostId: query.hostId }, visible] },
        ...pageById(query),
        ...summaryParts,
      })
      return toPage(analyses, query.limit, serialiseAnalysisSummary, (row) => row.id)
    },
  }),

  defineRoute(contract.createAnalysis, {
    access: 'analyses:write',
    reach: inBody<NewAnalysis>(({ hostId, uploadIds }) => [
      { kind: 'host', id: hostId },
      ...uploadIds.map((id) => ({ kind: 'upload', id, needs: 'uploads:read' }) as const),
    ]),
    audit: 'analysis.create',
    location: ({ analysis }) => `/analyses/${analysis.id}`,
    async handler({ body, actor, deps }) {
      const { analysis, job } = await createAnalysis(deps, actor, body)
      return { analysis: serialiseAnalysis(analysis), job: serialiseJob(job) }
    },
  }),

  defineRoute(contract.getAnalysis, {
    access: 'analyses:read',
    reach: byId('analysis'),
    version: analysisVersion,
    async handler({ params, deps }) {
      return serialiseAnalysis(await loadAnalysis(deps.db, params.id))
    },
  }),

  defineRoute(contract.updateAnalysis, {
    access: 'analyses:write',
    reach: byId('analysis'),
    audit: 'analysis.update',
    handler: async ({ params, body, actor, deps }) =>
      serialiseAnalysis(await updateAnalysis(deps.db, actor, params.id, body)),
  }),

  defineRoute(contract.deleteAnalysis, {
    access: 'analyses:write',
    reach: byId('analysis'),
    audit: 'analysis.delete',
    handler: ({ params, actor, deps }) => deleteAnalyses(deps.db, actor, [params.id]),
  }),

  defineRoute(contract.deleteAnalyses, {
    access: 'analyses:write',
    reach: inBody<{ ids: string[] }>(({ ids }) => ids.map((id) => ({ kind: 'analysis', id }))),
    audit: 'analysis.delete',
    handler: ({ body, actor, deps }) => deleteAnalyses(deps.db, actor, body.ids),
  }),

  defineRoute(contract.getAnalysisSeries, {
    access: 'analyses:read',
    reach: byId('analysis'),
    version: analysisVersion,
    cost: inLane(readsLane, 'the windows of the recording'),
    handler: ({ params, query, deps }) =>
      readInThread<typeof getSeries>(deps, {
        module: new URL('./series/get-series.ts', import.meta.url),
        name: 'getSeries',
        question: { id: params.id, ...query },
      }),
  }),

  defineRoute(contract.exportAnalysis, {
    access: 'analyses:read',
    reach: byId('analysis'),
    cost: sentAsRead('the windows of the recording'),
    async handler({ params, query, deps, http }) {
      const { analysis, result } = await loadFinished(deps.db, params.id)
      const rows = tableRows(deps.db, params.table, analysis, result)
      const name = `${params.table}-${params.id}.${query.format}`
      await sendTable(http.reply, deps.log, rows, query.format, name)
    },
  }),
]
