import { z } from 'zod'
import { DomainName, Weight } from './common.ts'
import { endpoint } from './endpoint.ts'

const PCpu = z.number().int().min(0).max(127)

const VCpus = z.number().int().min(1).max(128).optional()

/** Jobs that come every period, need so much CPU time each and must end within their period. */
export const RealTimeDomain = z
  .object({
    name: DomainName,
    periodMs: z.number().min(1).max(10_000),
    executionMs: z.number().min(0.1).max(10_000),
    pCpu: PCpu.optional().describe('Where it runs; left out, the emptiest pCPU that holds it.'),
    vCpus: VCpus.describe('Its task is on one of them, and only that one is judged. Default 1.'),
  })
  .refine(({ periodMs, executionMs }) => executionMs <= periodMs, {
    path: ['executionMs'],
    message: 'no longer than the period',
  })
  .meta({ id: 'RealTimeDomain' })
export type RealTimeDomain = z.infer<typeof RealTimeDomain>

/** Domains of one host, some of them real-time. */
export const RealTimeSet = z.object({
  pCpus: z.number().int().min(1).max(128),
  realTime: z.array(RealTimeDomain).min(1).max(32),
  others: z
    .array(
      z.object({
        name: DomainName,
        weight: Weight.default(256),
        vCpus: VCpus.describe('On so many pCPUs it can be at once. Default 1.'),
      }),
    )
    .max(64)
    .default([]),
  share: z
    .enum(['equal', 'weight'])
    .default('equal')
    .describe('How the others divide what real-time domains leave of a pCPU.'),
})
export type RealTimeSet = z.infer<typeof RealTimeSet>

export const RealTimeAssessment = z
  .object({
    schedulable: z.boolean(),
    statement: z.string().describe('The verdict in a sentence, with the figures.'),
    utilisation: z.number().describe('Of all real-time domains together; 1 = one whole pCPU.'),
    globalEdf: z
      .object({ bound: z.number(), guaranteed: z.boolean() })
      .describe('Without pins: up to this utilisation no deadline is missed, whatever the phases.'),
    pCpus: z.array(
      z.object({
        pCpu: PCpu,
        utilisation: z.number().describe('By its real-time domains; 1 = all of it.'),
        fits: z.boolean(),
        realTime: z.array(z.string()),
        others: z.array(z.string()).describe('Whose caps are taken from its rest.'),
      }),
    ),
    caps: z
      .array(
        z.object({
          domain: z.string(),
          capPercent: z.number().int().describe('Of one pCPU; up to 100 for each vCPU.'),
          parts: z
            .array(z.object({ pCpu: PCpu, percent: z.number().int() }))
            .describe('Of whose rest it is taken.'),
        }),
      )
      .nullable()
      .describe('For the others, of what real-time domains leave; null with `hindrance`.'),
    hindrance: z.string().nullable().describe('Why no caps can be given, with the figures.'),
    reservations: z
      .array(
        z.object({
          domain: z.string(),
          periodUs: z.number().int(),
          budgetUs: z.number().int(),
          anyPhase: z
            .boolean()
            .describe(
              'Meets every deadline whenever jobs come, not only as its periods begin, as long as only these reservations are there.',
            ),
        }),
      )
      .describe('For `poolPCpus` under RTDS; without them for all pCPUs, each domain on its own.'),
    poolPCpus: z
      .array(PCpu)
      .nullable()
      .describe(
        'As many as a cpupool under RTDS needs; null when none would be left to the others.',
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
  summary: 'Do these real-time domains fit, and what is left to the others? Nothing is stored',
  body: RealTimeSet,
  status: 200,
  response: RealTimeAssessment,
  readOnly: true,
})
