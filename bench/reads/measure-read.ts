import autocannon from 'autocannon'
import { cpuSecondsOf, cpuSecondsOfChildren } from './cpu-time.ts'

export interface Read {
  name: string
  path: string
  /** Makes it a POST. */
  body?: object
}

export interface ReadCost {
  status: string
  /** CPU time of the API's process per request. */
  apiCpuMs: number
  /** CPU time of PostgreSQL's processes per request. */
  postgresCpuMs: number
  requestsPerSecond: number
  p99Ms: number
  bytes: number
}

/** Few, as from a few dashboards: with more, requests only wait for each other. */
const CONNECTIONS = 4

/** Sends one read again and again. Half as many requests before that warm up and do not count. */
export async function measureRead(
  url: string,
  { body }: Read,
  headers: Record<string, string>,
  { requests, api, postmaster }: { requests: number; api: number; postmaster: number },
): Promise<ReadCost> {
  const send = (amount: number) =>
    autocannon({
      url,
      amount,
      connections: CONNECTIONS,
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      requests: [{ setupRequest: fromSomewhere }],
    })
  await send(Math.ceil(requests / 2))
  const before = [cpuSecondsOf(api), cpuSecondsOfChildren(postmaster)] as const
  const started = performance.now()
  const result = await send(requests)
  const seconds = (performance.now() - started) / 1000
  const after = [cpuSecondsOf(api), cpuSecondsOfChildren(postmaster)] as const
  const statuses = Object.keys(result.statusCodeStats ?? {})
  if (result.errors > 0) throw new Error(`${url}: ${result.errors} requests had no answer`)
  return {
    status: statuses.join(', '),
    apiCpuMs: (1000 * (after[0] - before[0])) / requests,
    postgresCpuMs: (1000 * (after[1] - before[1])) / requests,
    requestsPerSecond: requests / seconds,
    p99Ms: result.latency.p99,
    bytes: result.throughput.total / requests,
  }
}

let sent = 0

/** Each request comes from another address, because the API limits the requests of each. */
function fromSomewhere(request: autocannon.Request): autocannon.Request {
  sent += 1
  const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
  return { ...request, headers: { ...request.headers, 'x-forwarded-for': address } }
}
