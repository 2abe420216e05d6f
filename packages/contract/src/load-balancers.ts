import { z } from 'zod'
import { DomainName, Id, IdParams, PageQuery, page, Timestamp, Trouble } from './common.ts'
import { endpoint } from './endpoint.ts'

export const ThroughputPoint = z.object({
  processes: z.number().int().min(1).max(1024).describe('Or threads.'),
  throughputPerSecond: z.number().positive().max(1e9),
})
export type ThroughputPoint = z.infer<typeof ThroughputPoint>

const Points = z.array(ThroughputPoint).max(100)

const Coefficients = z.object({
  perProcessPerSecond: z.number().describe('Throughput of one process.'),
  contention: z.number().describe('Share of the work that only one at a time can do, 0 to 1.'),
  coherency: z.number().describe('Cost of agreeing with each other, for each pair.'),
})

/** The Universal Scalability Law through measured points: X(N) = g N / (1 + a(N-1) + b N(N-1)). */
export const ThroughputFit = Coefficients.extend({
  standardErrors: Coefficients.nullable().describe(
    'Null where no point is left over to judge by, or a bound holds a coefficient.',
  ),
  residualsPerSecond: z.array(z.number()).describe('Measured minus fitted, in the points’ order.'),
  residualStandardDeviation: z.number().nullable(),
  degreesOfFreedom: z
    .number()
    .int()
    .describe(
      'Points beyond the three that its coefficients use up; 0: nothing is left to judge it by.',
    ),
  rSquared: z.number(),
  held: z
    .array(z.enum(['contention', 'coherency']))
    .describe('At a bound, 0 or for contention 1; the points alone may have these beyond it.'),
  peakProcesses: z.number().nullable().describe('Where throughput is largest; null: nowhere.'),
  kneeProcesses: z
    .number()
    .int()
    .nullable()
    .describe(
      'The last process that adds a tenth of what one does alone, and no more than gained anything when measured; null: none is the last.',
    ),
  kneeIsExtrapolated: z.boolean(),
  curve: z.array(z.object({ processes: z.number(), throughputPerSecond: z.number() })),
}).meta({ id: 'ThroughputFit' })
export type ThroughputFit = z.infer<typeof ThroughputFit>

export const LoadBalancerAdvice = z
  .object({
    state: z
      .enum(['current', 'waiting', 'stale'])
      .describe('`waiting`: no reading yet. `stale`: the last one is too old to go by.'),
    idlePCpus: z.number().nullable().describe('Of the load balancer’s cpupool, mean.'),
    pCpus: z.number().int().nullable(),
    runnableVCpus: z.number().int().nullable().describe('Running or waiting for a pCPU.'),
    ownPCpus: z.number().nullable().describe('Used by the load balancer itself, mean.'),
    sampledAt: Timestamp.nullable(),
    ageSeconds: z.number().nullable(),
    advisedThreads: z.number().int().nullable().describe('Null: keep what you have.'),
    reason: z.string(),
    nextPollSeconds: z.number().int(),
  })
  .meta({ id: 'LoadBalancerAdvice' })
export type LoadBalancerAdvice = z.infer<typeof LoadBalancerAdvice>

export const LoadBalancer = z
  .object({
    hostId: Id,
    hostName: z.string(),
    domain: z.string(),
    vCpus: z.number().int().nullable().describe('Of the domain, as last read.'),
    points: Points,
    fit: ThroughputFit.nullable(),
    advice: LoadBalancerAdvice,
    lastAskedAt: Timestamp.nullable(),
    trouble: Trouble.nullable().describe('Why the host could not be sampled last.'),
  })
  .meta({ id: 'LoadBalancer' })
export type LoadBalancer = z.infer<typeof LoadBalancer>

export const getLoadBalancerAdvice = endpoint({
  id: 'getLoadBalancerAdvice',
  method: 'GET',
  path: '/hosts/:id/load-balancer-advice',
  tag: 'Load balancers',
  summary: 'How many pCPUs are idle, and how many threads the load balancer should run',
  description:
    'For a load balancer with a token of its own (scope `load-balancer`, one host). The host is ' +
    'sampled while somebody has asked within the last minute, never while a plan is applied.',
  params: IdParams,
  status: 200,
  response: LoadBalancerAdvice,
})

export const listLoadBalancers = endpoint({
  id: 'listLoadBalancers',
  method: 'GET',
  path: '/load-balancers',
  tag: 'Load balancers',
  summary: 'The load balancers of all hosts, newest first, with what they were last advised',
  query: PageQuery,
  status: 200,
  response: page(LoadBalancer),
})

export const setLoadBalancer = endpoint({
  id: 'setLoadBalancer',
  method: 'PUT',
  path: '/hosts/:id/load-balancer',
  tag: 'Load balancers',
  summary: 'Say which domain of a host is its load balancer, and what was measured with it',
  description:
    'The knee of the measured throughputs (three different numbers of processes at least) limits ' +
    'the advice.',
  params: IdParams,
  body: z.object({ domain: DomainName, points: Points.default([]) }),
  status: 200,
  response: LoadBalancer,
})

export const removeLoadBalancer = endpoint({
  id: 'removeLoadBalancer',
  method: 'DELETE',
  path: '/hosts/:id/load-balancer',
  tag: 'Load balancers',
  summary: 'Give a host’s load balancer no more advice, and revoke its tokens',
  params: IdParams,
  status: 204,
})

export const fitThroughput = endpoint({
  id: 'fitThroughput',
  method: 'POST',
  path: '/throughput-fits',
  tag: 'Load balancers',
  summary: 'Fit the Universal Scalability Law to measured throughputs; nothing is stored',
  body: z.object({ points: Points.min(3) }),
  status: 200,
  response: ThroughputFit,
  readOnly: true,
})
