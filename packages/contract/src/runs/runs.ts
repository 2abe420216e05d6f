import { z } from 'zod'
import { AnalysisState } from '../analyses/analyses.ts'
import { Id, IdParams, PageQuery, page, Timestamp, Trouble } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Job } from '../jobs.ts'
import { FilledQuestion, ForecastQuestion, Headroom, TwinRunResult } from './forecasts.ts'
import {
  BoostQuestion,
  LabKind,
  LabQuestion,
  LabResult,
  LeversQuestion,
  PinningQuestion,
  RealTimeQuestion,
} from './lab.ts'

/** An analysed host as it is and as a question has it. */
const WhatIfQuestion = z.object({
  kind: z.literal('what-if'),
  analysisId: Id,
  whatIf: ForecastQuestion.prefault({}),
})

/** An analysed host under other loads. */
const HeadroomQuestion = z.object({ kind: z.literal('headroom'), analysisId: Id })

export const RunQuestion = z
  .discriminatedUnion('kind', [
    WhatIfQuestion,
    HeadroomQuestion,
    BoostQuestion,
    RealTimeQuestion,
    PinningQuestion,
    LeversQuestion,
  ])
  .meta({ id: 'RunQuestion', description: 'What the twin is to play under the same seeds.' })
export type RunQuestion = z.infer<typeof RunQuestion>

export const RunKind = z.enum(['what-if', 'headroom', ...LabKind.options])
export type RunKind = z.infer<typeof RunKind>

const base = z.object({
  id: Id,
  state: AnalysisState,
  jobId: Id.nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  trouble: Trouble.nullable(),
})

/** What the twin answers to a what-if question. */
export const TwinRun = base
  .extend({
    kind: z.literal('what-if'),
    analysisId: Id,
    question: FilledQuestion,
    result: TwinRunResult.nullable(),
  })
  .meta({ id: 'TwinRun' })
export type TwinRun = z.infer<typeof TwinRun>

/** How much more load an analysed host can bear, by the twin. */
export const HeadroomRun = base
  .extend({
    kind: z.literal('headroom'),
    analysisId: Id,
    result: z
      .object({
        headroom: z.array(Headroom).describe('The least first.'),
        statement: z.string().describe('Which domain breaks first, and at how much more load.'),
      })
      .nullable(),
  })
  .meta({ id: 'HeadroomRun' })
export type HeadroomRun = z.infer<typeof HeadroomRun>

/** Several variants of one host, side by side. */
export const LabRun = base
  .extend({
    kind: LabKind,
    analysisId: Id.nullable().describe('null: the host of no analysis.'),
    question: LabQuestion,
    result: LabResult.nullable(),
  })
  .meta({ id: 'LabRun' })
export type LabRun = z.infer<typeof LabRun>

export const Run = z.discriminatedUnion('kind', [TwinRun, HeadroomRun, LabRun]).meta({ id: 'Run' })
export type Run = z.infer<typeof Run>

export const startRun = endpoint({
  id: 'startRun',
  method: 'POST',
  path: '/runs',
  tag: 'Runs',
  summary: 'Have the twin play hosts: a what-if question, other loads, or variants in the lab',
  description:
    'A person may have three runs that have not ended; a fourth is refused with `too-many-runs` (409).',
  body: z.object({
    question: RunQuestion,
    replications: z
      .number()
      .int()
      .min(2)
      .max(40)
      .default(5)
      .describe(
        'The lab takes 20 at most. Predictions need five, as in the analysis, so fewer count as five where there are any.',
      ),
  }),
  status: 202,
  response: z.object({ run: Run, job: Job }),
  idempotent: true,
})

export const listRuns = endpoint({
  id: 'listRuns',
  method: 'GET',
  path: '/runs',
  tag: 'Runs',
  summary: 'Runs of the twin, newest first',
  query: PageQuery.extend({ kind: RunKind.optional(), analysisId: Id.optional() }),
  status: 200,
  response: page(Run),
})

export const getRun = endpoint({
  id: 'getRun',
  method: 'GET',
  path: '/runs/:id',
  tag: 'Runs',
  summary: 'One run with what it showed',
  params: IdParams,
  status: 200,
  response: Run,
})
