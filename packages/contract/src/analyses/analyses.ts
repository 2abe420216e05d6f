import { z } from 'zod'
import {
  Id,
  IdParams,
  Milliseconds,
  Name,
  Notes,
  PageQuery,
  page,
  Tags,
  Timestamp,
  Trouble,
} from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Job } from '../jobs.ts'
import { AnalysisOptions, NewAnalysisOptions, SlaTarget, TimeRange } from './analysis-options.ts'
import { AnalysisResult } from './analysis-result.ts'
import { Breakdown, EstimatorId, NotValid } from './estimators.ts'
import { EvidenceGrade } from './prediction.ts'
import { Verdict } from './verdict.ts'

export const AnalysisState = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled'])

export const AnalysisSummary = z
  .object({
    id: Id,
    name: z.string(),
    notes: z.string(),
    tags: z.array(z.string()),
    hostId: Id,
    hostName: z.string(),
    state: AnalysisState,
    verdict: Verdict.nullable(),
    grade: EvidenceGrade.nullable(),
    headline: z.string().nullable(),
    recorded: TimeRange.nullable().describe(
      'From when to when the host was recorded; null while there is no result.',
    ),
    createdAt: Timestamp,
    finishedAt: Timestamp.nullable(),
    jobId: Id.nullable(),
  })
  .meta({ id: 'AnalysisSummary' })
export type AnalysisSummary = z.infer<typeof AnalysisSummary>

export const Analysis = AnalysisSummary.extend({
  uploads: z
    .array(
      z.object({
        id: Id,
        name: z.string(),
        isTraced: z.boolean().describe('Whether xentrace shows its requests one by one.'),
      }),
    )
    .describe('Empty when `watched` is set.'),
  watched: TimeRange.nullable().describe('The range of the host’s watch that was analysed.'),
  targets: z.array(SlaTarget),
  options: AnalysisOptions,
  trouble: Trouble.nullable(),
  result: AnalysisResult.nullable(),
}).meta({ id: 'Analysis' })
export type Analysis = z.infer<typeof Analysis>

export const SeriesPoint = z.object({
  at: Timestamp,
  measuredMs: Milliseconds.describe('The mean of the window, as the estimates are.'),
  measuredP95Ms: Milliseconds,
  arrivalRatePerSecond: z.number().nullable(),
  utilisation: z.number().nullable(),
  estimatesMs: z.record(z.string(), Milliseconds),
  notValid: NotValid,
  saturated: z
    .array(EstimatorId)
    .describe('Estimators that have no value here because a queue would grow without bound.'),
  breakdown: Breakdown.nullable().describe('Parts of the delay-aware estimate.'),
})
export type SeriesPoint = z.infer<typeof SeriesPoint>

export const Series = z
  .object({
    windowSeconds: z.number(),
    thinned: z
      .boolean()
      .describe(
        'Whether windows were left out; the highest values and saturated spans are always kept.',
      ),
    domains: z.array(z.object({ domain: z.string(), points: z.array(SeriesPoint) })),
  })
  .meta({ id: 'Series' })
export type Series = z.infer<typeof Series>

export const listAnalyses = endpoint({
  id: 'listAnalyses',
  method: 'GET',
  path: '/analyses',
  tag: 'Analyses',
  summary: 'List analyses, newest first',
  query: PageQuery.extend({ hostId: Id.optional() }),
  status: 200,
  response: page(AnalysisSummary),
})

export const createAnalysis = endpoint({
  id: 'createAnalysis',
  method: 'POST',
  path: '/analyses',
  tag: 'Analyses',
  summary: 'Start an analysis of uploads of a host, or of a time range in which it was watched',
  body: z
    .object({
      hostId: Id,
      uploadIds: z.array(Id).max(20).default([]),
      watched: TimeRange.nullable()
        .default(null)
        .describe('Instead of uploads: at most 31 days, within what was observed.'),
      name: Name.optional().describe(
        'Without one it is named after the uploads, or the time range.',
      ),
      targets: z.array(SlaTarget).max(64).default([]),
      options: NewAnalysisOptions.prefault({}),
    })
    .refine(({ uploadIds, watched }) => uploadIds.length > 0 !== (watched !== null), {
      path: ['uploadIds'],
      error: 'uploads, or a range that was watched, and only one of them',
    }),
  status: 202,
  response: z.object({ analysis: Analysis, job: Job }),
  idempotent: true,
})

export const getAnalysis = endpoint({
  id: 'getAnalysis',
  method: 'GET',
  path: '/analyses/:id',
  tag: 'Analyses',
  summary: 'Get one analysis with its result',
  params: IdParams,
  status: 200,
  response: Analysis,
})

export const updateAnalysis = endpoint({
  id: 'updateAnalysis',
  method: 'PATCH',
  path: '/analyses/:id',
  tag: 'Analyses',
  summary: 'Rename an analysis or change its notes or tags',
  params: IdParams,
  body: z.object({ name: Name.optional(), notes: Notes.optional(), tags: Tags.optional() }),
  status: 200,
  response: Analysis,
})

export const deleteAnalysis = endpoint({
  id: 'deleteAnalysis',
  method: 'DELETE',
  path: '/analyses/:id',
  tag: 'Analyses',
  summary: 'Delete an analysis',
  params: IdParams,
  status: 204,
})

export const deleteAnalyses = endpoint({
  id: 'deleteAnalyses',
  method: 'POST',
  path: '/analysis-deletions',
  tag: 'Analyses',
  summary: 'Delete several analyses: all of them, or none when one cannot be deleted',
  body: z.object({ ids: z.array(Id).min(1).max(100) }),
  status: 204,
})

export const getAnalysisSeries = endpoint({
  id: 'getAnalysisSeries',
  method: 'GET',
  path: '/analyses/:id/series',
  tag: 'Analyses',
  summary: 'Get measured and estimated response times over time, thinned for a chart',
  params: IdParams,
  query: z.object({ maxPoints: z.coerce.number().int().min(20).max(2000).default(600) }),
  status: 200,
  response: Series,
})

export const exportAnalysis = endpoint({
  id: 'exportAnalysis',
  method: 'GET',
  path: '/analyses/:id/exports/:table',
  tag: 'Analyses',
  summary: 'Download a table of an analysis as CSV or JSON; column names carry the units',
  params: IdParams.extend({
    table: z.enum(['windows', 'observations', 'estimates', 'errors', 'recommendation']),
  }),
  query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
  status: 200,
  produces: 'text/csv',
})
