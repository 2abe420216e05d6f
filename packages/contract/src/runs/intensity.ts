import { z } from 'zod'
import { Id, Timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const Cpu = z
  .enum(['low', 'high'])
  .describe(
    'Relative to this recording: high means above the median. A domain that hardly ever rests is always high.',
  )
const Io = z
  .enum(['low', 'high', 'unknown'])
  .describe(
    'Relative to this recording: high means above the median. It is unknown when the domain is blocked for less than a tenth of its time (so events hardly ever wake it), few wake-ups were seen, and no log shows its requests.',
  )

export const IntensityPoint = z.object({
  domain: z.string(),
  at: Timestamp,
  countedBy: z
    .enum(['wake-ups', 'executions', 'requests'])
    .describe(
      'What stands for I/O events. Executions include returns from preemption and so overstate them. Requests from the access log are used when a domain hardly ever rests (our inference).',
    ),
  creditsPerBoost: z
    .number()
    .nullable()
    .describe(
      'CPU intensity, cc of eq (1); null when CPU was used without a single event or `io` is unknown.',
    ),
  boostsPerMs: z
    .number()
    .nullable()
    .describe('I/O intensity, ci of eq (2); null when `io` is unknown.'),
  creditsPerMs: z
    .number()
    .describe('Credits used per millisecond, cm of eq (3); 10 for each vCPU that never stops.'),
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
  windowsAlike: z.number().int().describe('Number of windows in the most frequent quadrant.'),
  creditsPerMs: z.number().describe('Credits used per millisecond, mean over its windows.'),
})
export type IntensityDomain = z.infer<typeof IntensityDomain>

const Thresholds = z
  .object({ creditsPerBoost: z.number().nullable(), boostsPerMs: z.number() })
  .nullable()

export const IntensityMap = z
  .object({
    domains: z.array(IntensityDomain),
    points: z.array(IntensityPoint),
    thinned: z
      .boolean()
      .describe('Whether only an evenly spaced selection of the windows is given.'),
    thresholds: z
      .object({ 'wake-ups': Thresholds, executions: Thresholds })
      .describe(
        'The medians that separate low from high; null for a kind of event that no window was counted by.',
      ),
  })
  .meta({ id: 'IntensityMap' })
export type IntensityMap = z.infer<typeof IntensityMap>

export const getIntensity = endpoint({
  id: 'getIntensity',
  method: 'GET',
  path: '/analyses/:id/intensity',
  tag: 'Lab',
  summary: 'Get the CPU and I/O intensity of each domain and window (the map of paper 1)',
  params: z.object({ id: Id }),
  status: 200,
  response: IntensityMap,
})
