import { z } from 'zod'
import { Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

const Cpu = z
  .enum(['low', 'high'])
  .describe('Relative to this recording: above the median; always high for one that hardly rests.')
const Io = z
  .enum(['low', 'high', 'unknown'])
  .describe(
    'Relative to this recording: above the median. unknown: the domain is blocked for less than a tenth of its time, so that events wake nothing, few wake-ups were seen, and no log tells of requests.',
  )

export const IntensityPoint = z.object({
  domain: z.string(),
  at: Timestamp,
  countedBy: z
    .enum(['wake-ups', 'executions', 'requests'])
    .describe(
      'Executions count returns from preemption too: more than there were. Requests, of the access log, stand in where a domain hardly ever rests (inferred).',
    ),
  creditsPerBoost: z
    .number()
    .nullable()
    .describe(
      'CPU intensity, cc of eq (1); null where CPU was used without a single event, or io is unknown.',
    ),
  boostsPerMs: z
    .number()
    .nullable()
    .describe('I/O intensity, ci of eq (2); null where io is unknown.'),
  creditsPerMs: z.number().describe('cm of eq (3): 10 for each vCPU that never stops.'),
  cpu: Cpu,
  io: Io,
})
export type IntensityPoint = z.infer<typeof IntensityPoint>

export const IntensityDomain = z.object({
  domain: z.string(),
  cpu: Cpu,
  io: Io,
  meaning: z.string(),
  windows: z.number().int(),
  windowsAlike: z.number().int().describe('Those in the quadrant that most are in.'),
  creditsPerMs: z.number().describe('Mean over its windows.'),
})
export type IntensityDomain = z.infer<typeof IntensityDomain>

const Thresholds = z
  .object({ creditsPerBoost: z.number().nullable(), boostsPerMs: z.number() })
  .nullable()

export const IntensityMap = z
  .object({
    domains: z.array(IntensityDomain),
    points: z.array(IntensityPoint),
    thinned: z.boolean().describe('Of many windows an even selection is given.'),
    thresholds: z
      .object({ 'wake-ups': Thresholds, executions: Thresholds })
      .describe('Where low ends: medians; null for what nothing was counted by.'),
  })
  .meta({ id: 'IntensityMap' })
export type IntensityMap = z.infer<typeof IntensityMap>

export const getIntensity = endpoint({
  id: 'getIntensity',
  method: 'GET',
  path: '/analyses/:id/intensity',
  tag: 'Lab',
  summary: 'CPU and I/O intensity of each domain and window: the map of paper 1',
  params: z.object({ id: Id }),
  status: 200,
  response: IntensityMap,
})
