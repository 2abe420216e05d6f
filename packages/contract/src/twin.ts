import { z } from 'zod'
import { Milliseconds } from './common.ts'

/** A figure of the twin: the mean over its replications with the 95 % confidence interval. */
export const Interval = z
  .object({ ms: z.number(), lowMs: z.number(), highMs: z.number() })
  .meta({ id: 'Interval' })
export type Interval = z.infer<typeof Interval>

export const TwinDomain = z
  .object({
    domain: z.string(),
    mean: Interval.nullable().describe('Response time; null when too few requests were answered.'),
    p95: Interval.nullable(),
    p99: Interval.nullable(),
    logged: z
      .object({ mean: Interval.nullable(), p95: Interval.nullable() })
      .optional()
      .describe('The same requests as the server’s log sees them; absent in older analyses.'),
    cpuShare: z.number().describe('CPU seconds per second of one pCPU, as simulated.'),
    runnableWaitPerRequestMs: Milliseconds,
    measuredMeanMs: Milliseconds.describe('Of the recording; null where not measured.'),
    measuredP95Ms: Milliseconds,
    measuredBy: z
      .enum(['client', 'access-log'])
      .nullish()
      .describe('`access-log`: to be held against `logged`, not against the response time.'),
  })
  .meta({ id: 'TwinDomain' })
export type TwinDomain = z.infer<typeof TwinDomain>

/** What of the twin can be held against what was measured: a log does not see what a client sees. */
export function asMeasured({ measuredBy, logged, mean, p95 }: TwinDomain): {
  mean: Interval | null
  p95: Interval | null
} {
  return measuredBy === 'access-log' && logged ? logged : { mean, p95 }
}

export const TwinArrivals = z
  .enum(['recorded', 'synthetic'])
  .describe('`recorded`: the requests of the logs at their times; `synthetic`: drawn by the rate.')
export type TwinArrivals = z.infer<typeof TwinArrivals>

/** What the twin made of the decision range, under the weights in force. */
export const Twin = z
  .object({
    state: z.enum(['done', 'left-out']),
    reason: z
      .string()
      .nullable()
      .describe('Why it was left out, or what it had to take for granted.'),
    arrivals: TwinArrivals,
    replications: z.number().int(),
    simulatedSeconds: z.number().describe('Of one replication.'),
    scheduler: z.string(),
    xenVersion: z.string(),
    domains: z.array(TwinDomain),
  })
  .meta({ id: 'Twin' })
export type Twin = z.infer<typeof Twin>
