import { z } from 'zod'
import { Id, Name } from './common.ts'
import { endpoint } from './endpoint.ts'

const RunTime = z.number().positive().max(1e7)

export const OverheadQuestion = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('published'),
      platform: z.enum(['native', 'xen', 'kvm']),
    }),
    z.object({
      kind: z.literal('measured'),
      pCpus: z.number().int().min(1).max(4096).describe('Of the host that they ran on.'),
      jobs: z
        .array(
          z.object({
            jobs: z
              .number()
              .int()
              .min(1)
              .max(4096)
              .describe('CPU-bound jobs side by side, one to a pCPU.'),
            runTimesSeconds: z.array(RunTime).min(1).max(500).describe('One of each job at most.'),
            workload: Name.optional().describe('Different programs are compared each with itself.'),
          }),
        )
        .min(2)
        .max(100)
        .describe(
          'One entry a batch: one job on each pCPU, and one fewer. Two BATCHES of each give an interval.',
        ),
    }),
    z.object({ kind: z.literal('recorded'), analysisId: Id }),
  ])
  .meta({ id: 'OverheadQuestion' })
export type OverheadQuestion = z.infer<typeof OverheadQuestion>

export const OverheadAssessment = z
  .object({
    overheadPercent: z
      .number()
      .nullable()
      .describe('What `overheadPercent` of a forecast takes; null = it cannot be told.'),
    interval: z
      .object({ lowPercent: z.number(), highPercent: z.number() })
      .nullable()
      .describe('95 %; with 0 in it, it may be chance. null = nothing tells it.'),
    statement: z.string().describe('Where it comes from, or why it cannot be told.'),
  })
  .meta({ id: 'OverheadAssessment' })
export type OverheadAssessment = z.infer<typeof OverheadAssessment>

export const assessOverhead = endpoint({
  id: 'assessOverhead',
  method: 'POST',
  path: '/overhead/assessments',
  tag: 'Forecasts',
  summary:
    'How much more CPU does the same work take once all pCPUs are busy? As published, by run times, or from a recording; nothing is stored',
  body: OverheadQuestion,
  status: 200,
  response: OverheadAssessment,
  readOnly: true,
})
