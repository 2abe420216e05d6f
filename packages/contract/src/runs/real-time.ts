import { z } from 'zod'
import { ALLOWANCE_PERCENT, MOST_OTHER_DOMAINS, MOST_REAL_TIME_DOMAINS } from '../choices.ts'
import { DomainName, Weight } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const PCpu = z.number().int().min(0).max(127)

const VCpus = z.number().int().min(1).max(128).optional()

/** A periodic task: each job needs `executionMs` of CPU time and must finish within its period. */
export const RealTimeDomain = z
  .object({
    name: DomainName,
    periodMs: z.number().min(1).max(10_000),
    executionMs: z.number().min(0.1).max(10_000),
    pCpu: PCpu.optional().describe(
      'The pCPU it runs on; when omitted, the least utilised pCPU with enough room.',
    ),
    vCpus: VCpus.describe(
      'Number of vCPUs, 1 by default. The task runs on one of them, and only that one is assessed.',
    ),
  })
  .refine(({ periodMs, executionMs }) => executionMs <= periodMs, {
    path: ['executionMs'],
    message: 'no longer than the period',
  })
  .meta({ id: 'RealTimeDomain' })
export type RealTimeDomain = z.infer<typeof RealTimeDomain>

/** The domains of one host, of which some are real-time. */
export const RealTimeSet = z.object({
  pCpus: z.number().int().min(1).max(128),
  realTime: z.array(RealTimeDomain).min(1).max(MOST_REAL_TIME_DOMAINS),
  others: z
    .array(
      z.object({
        name: DomainName,
        weight: Weight.default(256),
        vCpus: VCpus.describe('Number of vCPUs, 1 by default; it can use as many pCPUs at once.'),
      }),
    )
    .max(MOST_OTHER_DOMAINS)
    .default([]),
  share: z
    .enum(['equal', 'weight'])
    .default('equal')
    .describe('How the other domains divide what the real-time domains leave of a pCPU.'),
  allowancePercent: z
    .number()
    .min(0)
    .max(100)
    .default(ALLOWANCE_PERCENT)
    .describe(
      'How much more CPU time than `executionMs` each job is given, in percent, because it takes more in turns with other domains than alone. Use 0 for execution times measured beside them.',
    ),
})
export type RealTimeSet = z.infer<typeof RealTimeSet>

export const RealTimeAssessment = z
  .object({
    schedulable: z.boolean(),
    statement: z.string().describe('The verdict in one sentence, with its figures.'),
    utilisation: z
      .number()
      .describe('Total utilisation of the real-time domains; 1 is one whole pCPU.'),
    globalEdf: z
      .object({ bound: z.number(), guaranteed: z.boolean() })
      .describe(
        'Global earliest-deadline-first scheduling without pinning: up to the utilisation `bound`, no deadline is missed whatever the phases.',
      ),
    pCpus: z.array(
      z.object({
        pCpu: PCpu,
        utilisation: z.number().describe('Utilisation by its real-time domains; 1 is all of it.'),
        fits: z.boolean(),
        realTime: z.array(z.string()),
        others: z
          .array(z.string())
          .describe('Domains whose caps come out of what is left of this pCPU.'),
      }),
    ),
    caps: z
      .array(
        z.object({
          domain: z.string(),
          capPercent: z.number().int().describe('Percent of one pCPU, at most 100 per vCPU.'),
          parts: z
            .array(z.object({ pCpu: PCpu, percent: z.number().int() }))
            .describe('How much of the cap comes out of which pCPU.'),
        }),
      )
      .nullable()
      .describe(
        'Caps that keep the other domains to what the real-time domains leave; null when `hindrance` says why there are none.',
      ),
    hindrance: z
      .string()
      .nullable()
      .describe('Why no caps can be given, with the figures; null when there are caps.'),
    reservations: z
      .array(
        z.object({
          domain: z.string(),
          periodUs: z.number().int(),
          budgetUs: z.number().int(),
          anyPhase: z
            .boolean()
            .describe(
              'Whether every deadline is met whenever jobs arrive, not only at the start of a period, provided there are no other reservations.',
            ),
        }),
      )
      .describe(
        'Reservations under RTDS for the cpupool `poolPCpus`; when that is null, for all pCPUs and each domain by itself.',
      ),
    poolPCpus: z
      .array(PCpu)
      .nullable()
      .describe(
        'The pCPUs that a cpupool under RTDS needs; null when none would be left for the other domains.',
      ),
    remarks: z.array(z.string()),
  })
  .meta({ id: 'RealTimeAssessment' })
export type RealTimeAssessment = z.infer<typeof RealTimeAssessment>

export const assessRealTime = endpoint({
  id: 'assessRealTime',
  method: 'POST',
  path: '/real-time/assessments',
  tag: 'Lab',
  summary:
    'Assess whether real-time domains fit and what they leave for the others; nothing is stored',
  body: RealTimeSet,
  status: 200,
  response: RealTimeAssessment,
  readOnly: true,
})
