import { z } from 'zod'
import { Id, Name } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const RunTime = z.number().positive().max(1e7)

export const OverheadQuestion = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('published'),
      platform: z.enum(['native', 'xen', 'kvm']),
    }),
    z.object({
      kind: z.literal('measured'),
      pCpus: z
        .number()
        .int()
        .min(1)
        .max(4096)
        .describe('Number of pCPUs of the host that the jobs ran on.'),
      jobs: z
        .array(
          z.object({
            jobs: z
              .number()
              .int()
              .min(1)
              .max(4096)
              .describe('Number of CPU-bound jobs that ran at once, one on each pCPU.'),
            runTimesSeconds: z
              .array(RunTime)
              .min(1)
              .max(500)
              .describe('Run times of the jobs, at most one for each.'),
            workload: Name.optional().describe(
              'Name of the program; each program is compared only with itself.',
            ),
          }),
        )
        .min(2)
        .max(100)
        .describe(
          'One entry for each batch. Give batches with one job on every pCPU and batches with one job fewer; two of each give a confidence interval.',
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
      .describe(
        'Value for the field `overheadPercent` of a forecast; null when it cannot be determined.',
      ),
    interval: z
      .object({ lowPercent: z.number(), highPercent: z.number() })
      .nullable()
      .describe(
        '95 % confidence interval; one that includes 0 may be chance. Null when there is too little data for one.',
      ),
    statement: z.string().describe('Where the value comes from, or why there is none.'),
  })
  .meta({ id: 'OverheadAssessment' })
export type OverheadAssessment = z.infer<typeof OverheadAssessment>

export const assessOverhead = endpoint({
  id: 'assessOverhead',
  method: 'POST',
  path: '/overhead/assessments',
  tag: 'Forecasts',
  summary:
    'Estimate how much more CPU time the same work takes once all pCPUs are busy, from published values, run times or a recording; nothing is stored',
  body: OverheadQuestion,
  status: 200,
  response: OverheadAssessment,
  readOnly: true,
})
