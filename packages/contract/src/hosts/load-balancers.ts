import { z } from 'zod'
import { DomainName, Id, IdParams, PageQuery, page, Timestamp, Trouble } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const ThroughputPoint = z.object({
  processes: z.number().int().min(1).max(1024).describe('Number of processes or threads.'),
  throughputPerSecond: z.number().positive().max(1e9),
})
export type ThroughputPoint = z.infer<typeof ThroughputPoint>

const Points = z.array(ThroughputPoint).max(100)

const Coefficients = z.object({
  perProcessPerSecond: z.number().describe('Throughput of one process.'),
  contention: z.number().describe('Share of the work that is serial, 0 to 1.'),
  coherency: z.number().describe('Cost of keeping data consistent, for each pair of processes.'),
})

/** The Universal Scalability Law fitted to measured points: X(N) = g N / (1 + a(N-1) + b N(N-1)). */
export const ThroughputFit = Coefficients.extend({
  standardErrors: Coefficients.nullable().describe(
    'Null when there are no degrees of freedom or a coefficient is at a bound.',
  ),
  residualsPerSecond: z.array(z.number()).describe('Measured minus fitted, in the points’ order.'),
  residualStandardDeviation: z.number().nullable(),
  degreesOfFreedom: z
    .number()
    .int()
    .describe(
      'Number of points beyond the three that determine the coefficients; at 0 the fit cannot be judged.',
    ),
  rSquared: z.number(),
  held: z
    .array(z.enum(['contention', 'coherency']))
    .describe(
      'Coefficients at a bound (0, or 1 for contention); an unbounded fit might put them beyond it.',
    ),
  peakProcesses: z
    .number()
    .nullable()
    .describe('Number of processes with the highest throughput; null when there is no maximum.'),
  kneeProcesses: z
    .number()
    .int()
    .nullable()
    .describe(
      'Largest number of processes at which the last one still adds a tenth of what one does alone, and at most as many as gained throughput when measured. Null when there is no such limit.',
    ),
  kneeIsExtrapolated: z.boolean(),
  kneeStatement: z.string().describe('How many processes are worth running.'),
  trustStatement: z.string().describe('How far the curve can be trusted.'),
  curve: z.array(z.object({ processes: z.number(), throughputPerSecond: z.number() })),
}).meta({ id: 'ThroughputFit' })
export type ThroughputFit = z.infer<typeof ThroughputFit>

/** More than any machine has; it catches what is no count. */
const Count = z.number().int().min(0).max(1e9)

export const LoadBalancerReport = z
  .object({
    sessions: Count.describe('Sessions that are open at its front ends.'),
    queuedRequests: Count.describe(
      'Requests that wait because the servers behind it take no more at a time.',
    ),
    idlePercent: z
      .number()
      .min(0)
      .max(100)
      .describe('Share of the last second in which its threads waited for work, their mean.'),
    threads: z.number().int().min(1).max(1024).describe('Threads that it runs now.'),
  })
  .meta({ id: 'LoadBalancerReport' })
export type LoadBalancerReport = z.infer<typeof LoadBalancerReport>

export const LoadBalancerAdvice = z
  .object({
    state: z
      .enum(['current', 'waiting', 'stale'])
      .describe('`waiting`: there is no reading yet. `stale`: the last reading is too old to use.'),
    idlePCpus: z
      .number()
      .nullable()
      .describe('Mean number of idle pCPUs in the load balancer’s cpupool.'),
    pCpus: z.number().int().nullable(),
    runnableVCpus: z.number().int().nullable().describe('vCPUs that run or wait for a pCPU.'),
    ownPCpus: z
      .number()
      .nullable()
      .describe('Mean number of pCPUs that the load balancer itself uses.'),
    sampledAt: Timestamp.nullable(),
    ageSeconds: z.number().nullable(),
    report: LoadBalancerReport.extend({ reportedAt: Timestamp })
      .nullable()
      .describe(
        'What the load balancer reported of itself within the last minute. Null when it did not; its CPU use then stands for its I/O.',
      ),
    advisedThreads: z.number().int().nullable().describe('Null to keep the current number.'),
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
    vCpus: z.number().int().nullable().describe('vCPUs of the domain at the last reading.'),
    points: Points,
    fit: ThroughputFit.nullable(),
    advice: LoadBalancerAdvice,
    lastAskedAt: Timestamp.nullable(),
    trouble: Trouble.nullable().describe('Why the last sample failed; null when it did not.'),
  })
  .meta({ id: 'LoadBalancer' })
export type LoadBalancer = z.infer<typeof LoadBalancer>

export const getLoadBalancerAdvice = endpoint({
  id: 'getLoadBalancerAdvice',
  method: 'GET',
  path: '/hosts/:id/load-balancer-advice',
  tag: 'Load balancers',
  summary: 'Get the number of idle pCPUs and of threads that the load balancer should run',
  description:
    'Called by a load balancer with its own token (scope `load-balancer`, one host). The host is ' +
    'sampled only if it was asked about within the last minute and no plan is being applied.',
  params: IdParams,
  status: 200,
  response: LoadBalancerAdvice,
})

export const sendLoadBalancerReport = endpoint({
  id: 'sendLoadBalancerReport',
  method: 'POST',
  path: '/hosts/:id/load-balancer-reports',
  tag: 'Load balancers',
  summary: 'Report how busy the load balancer is, and get the same advice',
  description:
    'Whether I/O is concentrated is then judged by this report instead of the CPU use. The last ' +
    'report counts, for one minute.',
  params: IdParams,
  body: LoadBalancerReport,
  status: 200,
  response: LoadBalancerAdvice,
})

export const listLoadBalancers = endpoint({
  id: 'listLoadBalancers',
  method: 'GET',
  path: '/load-balancers',
  tag: 'Load balancers',
  summary: 'List the load balancers of all hosts with their last advice, newest first',
  query: PageQuery,
  status: 200,
  response: page(LoadBalancer),
})

export const setLoadBalancer = endpoint({
  id: 'setLoadBalancer',
  method: 'PUT',
  path: '/hosts/:id/load-balancer',
  tag: 'Load balancers',
  summary: 'Set which domain of a host is its load balancer, and its measured throughputs',
  description:
    'The knee of the measured throughputs limits the advice; it takes at least three different ' +
    'numbers of processes.',
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
  summary: 'Stop advising a host’s load balancer and revoke its tokens',
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
