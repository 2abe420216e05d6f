import { z } from 'zod'
import { MAX_TRACED_SECONDS, TRACED_SECONDS } from './choices.ts'
import { DomainName, FoundDomain, IdParams, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** The requests of one domain in a part of a trace of xentrace. */
export const TracedPart = z.object({
  domain: DomainName.optional().describe(
    'Whose requests; default the first that was traced and has a log.',
  ),
  fromSeconds: z.coerce
    .number()
    .min(0)
    .max(86_400)
    .default(0)
    .describe('Seconds since the start of the trace.'),
  seconds: z.coerce.number().positive().max(MAX_TRACED_SECONDS).default(TRACED_SECONDS),
})

/**
 * What a request spent time on. `runs`: its guest computed for it. `queues`: its guest computed for
 * others of its requests. `waits`: its guest was ready to run and `domain` had the pCPU, or nobody
 * if that is null. `parked`: its guest had used up its cap, or was paused. `domain-0`: its guest slept
 * while Domain-0 ran. `sleeps`: neither ran, as while a disk or a client is awaited.
 */
export const RequestPart = z
  .object({
    kind: z.enum(['runs', 'queues', 'waits', 'parked', 'domain-0', 'sleeps']),
    domain: FoundDomain.nullable().describe('Who had the pCPU; null unless the kind is `waits`.'),
    ms: z.number(),
  })
  .meta({ id: 'RequestPart' })
export type RequestPart = z.infer<typeof RequestPart>
export type RequestPartKind = RequestPart['kind']

export const TracedRequests = z
  .object({
    startedAt: Timestamp.describe('Start of the trace.'),
    lengthSeconds: z
      .number()
      .nullable()
      .describe('Of the whole trace; null until it has been read to its end.'),
    fromSeconds: z.number(),
    toSeconds: z.number().describe('Where the part ends, or the trace if it is shorter.'),
    domain: FoundDomain,
    domains: z
      .array(FoundDomain)
      .describe('All that were traced and have a log whose requests can be placed in the trace.'),
    requests: z
      .object({ startSeconds: z.array(z.number()), ms: z.array(z.number()) })
      .describe('In order of their start, seconds since the start of the trace.'),
    cutOff: z
      .number()
      .int()
      .describe(
        'Requests that were not traced from start to end: they began before the part, ended after it or after the trace, or were in flight while records were lost. They are left out.',
      ),
    meanParts: z
      .array(RequestPart)
      .describe('The mean over all requests; the parts sum to the mean logged time.'),
    clockShiftMs: z
      .number()
      .describe(
        'Added to the log’s times, because a guest’s clock is not the trace’s: the shift within 1.5 s at which most of the guest’s CPU time falls into requests.',
      ),
    workInRequests: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'The part of the guest’s CPU time that falls into logged requests. A low one says that the clocks differ by more, or that the guest does other work.',
      ),
    notes: z.array(z.string()),
  })
  .meta({ id: 'TracedRequests' })
export type TracedRequests = z.infer<typeof TracedRequests>

export const listTracedRequests = endpoint({
  id: 'listTracedRequests',
  method: 'GET',
  path: '/uploads/:id/requests',
  tag: 'Uploads',
  summary: 'List the logged requests of a domain in a part of a trace of xentrace',
  description:
    'Needs a trace of xentrace and an access log with durations and start stamps of milliseconds or finer. Requests in flight at the same time are taken to share their guest’s vCPUs equally.',
  params: IdParams,
  query: TracedPart,
  status: 200,
  response: TracedRequests,
})

export const RequestSpan = z
  .object({
    fromMs: z.number(),
    toMs: z.number(),
    state: z
      .enum(['runs', 'waits', 'parked', 'sleeps'])
      .describe(
        'Of the guest: a vCPU of it ran; else one was ready to run; else one was parked; else none was.',
      ),
    pCpus: z
      .array(FoundDomain.nullable())
      .describe('The domains that had a pCPU, in alphabetical order; null for each idle pCPU.'),
    inFlight: z.number().int().describe('Requests of the guest in flight, this one included.'),
  })
  .meta({ id: 'RequestSpan' })
export type RequestSpan = z.infer<typeof RequestSpan>

export const RequestLife = z
  .object({
    number: z.number().int(),
    domain: FoundDomain,
    startedAt: Timestamp,
    startSeconds: z.number(),
    ms: z.number().describe('The logged time.'),
    parts: z.array(RequestPart).describe('They sum to the logged time.'),
    spans: z.array(RequestSpan).describe('Its life in order, milliseconds since its start.'),
  })
  .meta({ id: 'RequestLife' })
export type RequestLife = z.infer<typeof RequestLife>

export const getRequestLife = endpoint({
  id: 'getRequestLife',
  method: 'GET',
  path: '/uploads/:id/requests/:number',
  tag: 'Uploads',
  summary: 'Get the life of one request: when its guest ran, waited and for whom, or slept',
  description:
    'The number is the position in the list of the same part. A list with other `fromSeconds` or `seconds` has other numbers.',
  params: IdParams.extend({ number: z.coerce.number().int().min(0).max(1_000_000) }),
  query: TracedPart,
  status: 200,
  response: RequestLife,
})

export const ComparedPart = RequestPart.omit({ ms: true })
  .extend({
    selectedMs: z.number().describe('Mean over the selected requests.'),
    otherMs: z.number().describe('Mean over all others.'),
    differenceMs: z.number(),
    lowMs: z.number().describe('95 % interval of the difference (Welch).'),
    highMs: z.number(),
    isOverRepresented: z
      .boolean()
      .describe('The selected spent more on it, beyond chance (the interval is above zero).'),
  })
  .meta({ id: 'ComparedPart' })
export type ComparedPart = z.infer<typeof ComparedPart>

export const RequestComparison = z
  .object({
    selected: z.object({ requests: z.number().int(), meanMs: z.number() }),
    others: z.object({ requests: z.number().int(), meanMs: z.number() }),
    parts: z
      .array(ComparedPart)
      .describe('Largest difference first; the differences sum to that of the means.'),
    periods: z
      .array(
        z.object({
          fromSeconds: z.number(),
          toSeconds: z.number(),
          selected: z.number().int().describe('Selected requests that began in it.'),
          expected: z.number().describe('How many would have, were they spread as all are.'),
        }),
      )
      .describe('Where selected requests crowd beyond chance, in order.'),
  })
  .meta({ id: 'RequestComparison' })
export type RequestComparison = z.infer<typeof RequestComparison>

export const compareRequests = endpoint({
  id: 'compareRequests',
  method: 'GET',
  path: '/uploads/:id/request-comparison',
  tag: 'Uploads',
  summary: 'Compare what selected requests spent their time on with all others of their domain',
  description: 'Answers 422 `too-few-selected` unless at least two are selected and two are not.',
  params: IdParams,
  query: TracedPart.extend({
    selectedFromSeconds: z.coerce
      .number()
      .min(0)
      .max(172_800)
      .describe('Start of a request. Both ends of a range belong to it.'),
    selectedToSeconds: z.coerce.number().min(0).max(172_800),
    selectedFromMs: z.coerce.number().min(0).max(1e9).describe('Logged time of a request.'),
    selectedToMs: z.coerce.number().min(0).max(1e9),
  }),
  status: 200,
  response: RequestComparison,
})
