import { z } from 'zod'
import { Milliseconds } from './common.ts'
import { byPercentile } from './statistic.ts'

/** A result of the twin (a simulation): mean over the replications with its 95 % confidence interval. */
export const Interval = z
  .object({ ms: z.number(), lowMs: z.number(), highMs: z.number() })
  .meta({ id: 'Interval' })
export type Interval = z.infer<typeof Interval>

export const TwinDomain = z
  .object({
    domain: z.string(),
    mean: Interval.nullable().describe(
      'Mean response time; null when too few requests were answered.',
    ),
    ...byPercentile(() => Interval.nullable()),
    logged: z
      .object({ mean: Interval.nullable(), p95: Interval.nullable() })
      .describe('Durations of the same requests as the server’s log records them.'),
    cpuShare: z.number().describe('CPU seconds per second of one pCPU, as simulated.'),
    runnableWaitPerRequestMs: Milliseconds,
    measuredMeanMs: Milliseconds.describe(
      'Measured mean of the recording; null when nothing was measured.',
    ),
    measuredP95Ms: Milliseconds,
    measuredBy: z
      .enum(['client', 'access-log'])
      .nullable()
      .describe(
        'Where the measurement was taken. Compare `access-log` with `logged`, not with the response time.',
      ),
  })
  .meta({ id: 'TwinDomain' })
export type TwinDomain = z.infer<typeof TwinDomain>

export const TwinArrivals = z
  .enum(['recorded', 'synthetic'])
  .describe(
    '`recorded`: requests arrive when they did in the logs. `synthetic`: arrival times are drawn at random at the measured rate.',
  )
export type TwinArrivals = z.infer<typeof TwinArrivals>

/** The twin's simulation of the decision range under the weights in force. */
export const Twin = z
  .object({
    state: z.enum(['done', 'left-out']),
    reason: z
      .string()
      .nullable()
      .describe('Why the twin was left out, or what it had to assume; null when neither applies.'),
    arrivals: TwinArrivals,
    replications: z.number().int(),
    simulatedSeconds: z.number().describe('Simulated time of one replication, in seconds.'),
    scheduler: z.string(),
    xenVersion: z.string(),
    domains: z.array(TwinDomain),
  })
  .meta({ id: 'Twin' })
export type Twin = z.infer<typeof Twin>
