import { z } from 'zod'
import { IdParams, Milliseconds, Timestamp, Trouble } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Statistic } from '../statistic.ts'

/** How a host is observed all the time. */
export const WatchSettings = z.object({
  intervalSeconds: z
    .number()
    .int()
    .min(1)
    .max(10)
    .default(10)
    .describe(
      'Time between two samples of xentop. Windows are 10 s long, whatever this is. A sample every second takes 1 to 2 % of a pCPU on the host, one every 10 s less than 0.5 %.',
    ),
  guestLogs: z
    .boolean()
    .default(true)
    .describe('Whether to follow the access logs of the guests that are set up for it.'),
  trace: z
    .object({
      everyMinutes: z.number().int().min(5).max(1440).default(15),
      seconds: z.number().int().min(5).max(60).default(20),
    })
    .nullable()
    .default(null)
    .describe(
      'Short bursts of xentrace, which show how long vCPUs wait for a pCPU. Null: none; then waits are unknown.',
    ),
})
export type WatchSettings = z.infer<typeof WatchSettings>

export const WatchState = z
  .enum(['starting', 'watching', 'failing'])
  .describe('`failing`: the host cannot be observed now; `trouble` says why. It is tried again.')
export type WatchState = z.infer<typeof WatchState>

/** The access log of a guest, as the watch follows it. */
export const WatchedLog = z.object({
  domain: z.string(),
  trouble: Trouble.nullable().describe('Why it cannot be followed now; null while it is.'),
  acceptedLines: z.number().int(),
  rejectedLines: z.number().int(),
  lastRejected: z
    .object({ line: z.number().int(), excerpt: z.string(), reason: z.string() })
    .nullable(),
  untimed: z
    .enum(['not-logged', 'too-coarse'])
    .nullable()
    .describe(
      'Why the log gives arrivals only: it has no durations, or they are whole seconds. Null for a log that measures response times.',
    ),
})
export type WatchedLog = z.infer<typeof WatchedLog>

/** A host that is observed all the time. */
export const Watch = WatchSettings.extend({
  state: WatchState,
  since: Timestamp,
  storedTo: Timestamp.nullable().describe('The end of the newest window; null before the first.'),
  tracedAt: Timestamp.nullable().describe('When the last burst of xentrace began.'),
  logs: z.array(WatchedLog),
  trouble: Trouble.nullable(),
}).meta({ id: 'Watch' })
export type Watch = z.infer<typeof Watch>

/** What was observed of one domain in one window. Null is a gap, never zero. */
export const WatchPoint = z
  .object({
    at: Timestamp.describe('The start of the window.'),
    seconds: z.number(),
    responseTimeMs: Milliseconds.describe(
      'The statistic of the host’s targets over the requests that ended in the window.',
    ),
    meanMs: Milliseconds,
    arrivalRatePerSecond: z.number().nullable(),
    usedPCpus: z.number().nullable().describe('CPU time received, in pCPUs.'),
    waitedPCpus: z
      .number()
      .nullable()
      .describe('Time runnable but not running, in vCPUs; null where no burst of xentrace saw it.'),
    coveredSeconds: z
      .number()
      .describe('How much of the window the log of the domain covers; 0 without a log.'),
  })
  .meta({ id: 'WatchPoint' })
export type WatchPoint = z.infer<typeof WatchPoint>

export const WatchSeries = z
  .object({
    from: Timestamp,
    to: Timestamp,
    windowSeconds: z
      .number()
      .describe('Length of the windows: short ones for a short range, long ones for a long one.'),
    statistic: Statistic,
    domains: z.array(
      z.object({
        domain: z.string(),
        targetMs: Milliseconds.describe('The target in force now.'),
        points: z.array(WatchPoint).describe('Oldest first; windows without a value are left out.'),
      }),
    ),
  })
  .meta({ id: 'WatchSeries' })
export type WatchSeries = z.infer<typeof WatchSeries>

/** A window that has just been stored, or has been corrected; sent as `window` by the event stream. */
export const WatchedWindow = z
  .object({
    at: Timestamp,
    windowSeconds: z.number(),
    domains: z.array(z.object({ domain: z.string(), point: WatchPoint })),
  })
  .meta({ id: 'WatchedWindow' })
export type WatchedWindow = z.infer<typeof WatchedWindow>

export const getWatch = endpoint({
  id: 'getWatch',
  method: 'GET',
  path: '/hosts/:id/watch',
  tag: 'Watch',
  summary: 'Get how a host is watched, and how that goes',
  params: IdParams,
  status: 200,
  response: z.object({ watch: Watch.nullable().describe('Null for a host that is not watched.') }),
})

export const setWatch = endpoint({
  id: 'setWatch',
  method: 'PUT',
  path: '/hosts/:id/watch',
  tag: 'Watch',
  summary: 'Watch a connected host all the time, or change how it is watched',
  params: IdParams,
  body: WatchSettings,
  status: 200,
  response: Watch,
})

export const removeWatch = endpoint({
  id: 'removeWatch',
  method: 'DELETE',
  path: '/hosts/:id/watch',
  tag: 'Watch',
  summary: 'Stop watching a host; what was observed stays until its time is over',
  params: IdParams,
  status: 204,
})

export const getWatchSeries = endpoint({
  id: 'getWatchSeries',
  method: 'GET',
  path: '/hosts/:id/watch/series',
  tag: 'Watch',
  summary: 'Get what a watch observed in a time range, domain by domain',
  params: IdParams,
  query: z.object({
    from: Timestamp,
    to: Timestamp,
    maxPoints: z.coerce
      .number()
      .int()
      .min(10)
      .max(2000)
      .default(720)
      .describe('Of each domain. Neighbouring windows are merged until there are at most so many.'),
  }),
  status: 200,
  response: WatchSeries,
})

export const followWatch = endpoint({
  id: 'followWatch',
  method: 'GET',
  path: '/hosts/:id/watch/events',
  tag: 'Watch',
  summary:
    'Follow a watched host by server-sent events: `window` with each window that is stored or corrected (`WatchedWindow`), `watch` with what `getWatch` answers, whenever that changes',
  params: IdParams,
  status: 200,
  produces: 'text/event-stream',
})
